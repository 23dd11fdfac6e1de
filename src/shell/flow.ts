import { codeDanger, runsItsInput } from './code.ts';
import { type Danger, lineOf, type Origin, type Traces } from './danger.ts';
import { fetchOf, originOf, verifies } from './fetch.ts';
import { isShell, powershellLine, programOf } from './interpreters.ts';
import { fileKey } from './paths.ts';
import { Pipes } from './pipes.ts';
import { type Invocation, leadingText } from './program.ts';
import type { Dialect, ShellCommand, ShellScript, ShellWord } from './types.ts';
import { redirectedTo, writtenBy } from './write.ts';

/** A line inside a line: what `sh -c`, `eval` and the like run. */
export interface InnerLine {
  readonly text: string;
  readonly dialect: Dialect;
  readonly word: ShellWord;
}

/** What a command turned out to run. */
export interface Step {
  readonly dangers: readonly Danger[];
  readonly inner: readonly InnerLine[];
}

const NOTHING: Step = { dangers: [], inner: [] };

/**
 * Follows text that comes from the network or out of an encoding through the pipes, substitutions, variables and files
 * of one line, up to the place where it is run. `step` is called for each command, in order.
 */
export class Flow {
  readonly #script: ShellScript;
  readonly #traces: Traces;
  readonly #pipes: Pipes<Origin>;

  constructor(script: ShellScript, traces: Traces) {
    this.#script = script;
    this.#traces = traces;
    this.#pipes = new Pipes(script);
  }

  step(index: number, invocation: Invocation | undefined): Step {
    const command = this.#script.commands[index] as ShellCommand;
    for (const { name, value } of command.assignments) this.#assign(name, value);
    const input = this.#inputOf(index, command);
    if (invocation === undefined) return NOTHING;
    if (verifies(invocation)) this.#traces.files.clear();
    const step = this.#run(command, invocation, input);
    this.#remember(index, command, invocation, input);
    return step;
  }

  /** Where a word, or a part of it, comes from. */
  #originIn({ parts }: ShellWord): Origin | undefined {
    for (const part of parts) {
      const origin =
        part.kind === 'substitution' && part.form !== '>('
          ? this.#pipes.printedBy(part.script)
          : part.kind === 'variable'
            ? this.#traces.variables.get(part.variable.name)
            : undefined;
      if (origin !== undefined) return origin;
    }
    return undefined;
  }

  #assign(name: string, value: ShellWord): void {
    const origin = this.#originIn(value);
    if (origin === undefined) this.#traces.variables.delete(name);
    else this.#traces.variables.set(name, origin);
    if (value.value !== '') this.#traces.known.add(name);
  }

  #inputOf(index: number, { redirections }: ShellCommand): Origin | undefined {
    const piped = this.#pipes.input(index);
    for (const { operator, target } of redirections) {
      if (operator === '<<<') return this.#originIn(target);
      if (operator !== '<') continue;
      if (/^\/dev\/(?:tcp|udp)\//.test(leadingText(target))) return { id: 'fetch-and-run', by: '/dev/tcp' };
      return this.#originIn(target) ?? this.#traces.files.get(fileKey(target, this.#script));
    }
    return piped;
  }

  #run(command: ShellCommand, invocation: Invocation, input: Origin | undefined): Step {
    const { name, word, args } = invocation;
    const script = this.#script;
    const started = (origin: Origin | undefined, by: string): Step =>
      origin === undefined ? NOTHING : { dangers: [dangerOf(origin, by, command)], inner: [] };

    // The program itself: a substitution, a variable, or a file that came in before.
    const [first] = word.parts;
    if (first !== undefined && first.kind !== 'text') {
      const origin = this.#originIn({ ...word, parts: [first] });
      if (origin !== undefined) return started(origin, 'as a command');
    }
    if (/[/\\]/.test(word.raw)) {
      const origin = this.#traces.files.get(fileKey(word, script));
      if (origin !== undefined) return started(origin, word.raw);
    }
    if (name === 'eval') return { dangers: [], inner: [innerLine(args, script, 'sh')] };
    if (name === 'source' || name === '.') {
      const file = args[0];
      if (file === undefined) return NOTHING;
      return started(
        file.value === '/dev/stdin' ? input : this.#file(file),
        name === '.' ? 'the shell' : name,
      );
    }
    if (name === 'iex' || name === 'invoke-expression') {
      return started(input ?? args.map((arg) => this.#originIn(arg)).find((one) => one !== undefined), name);
    }
    if (name === 'cmd' && /^\/[ck]$/i.test(args[0]?.raw ?? '')) {
      return { dangers: [], inner: [innerLine(args.slice(1), script, 'cmd')] };
    }
    if (name === 'powershell' || name === 'pwsh') {
      const rest = powershellLine(args);
      if (rest === 'encoded') return started({ id: 'decode-and-run', by: '-EncodedCommand' }, name);
      if (rest !== undefined) return { dangers: [], inner: [innerLine(rest, script, 'sh')] };
    }
    const program = programOf(invocation);
    switch (program?.from) {
      case 'input':
        return started(heredocOf(command) === undefined ? input : undefined, name);
      case 'file':
        return started(this.#file(program.word), name);
      case 'line': {
        const text = lineOf(program.word, script.line);
        // What xargs puts in is the whole line.
        if (invocation.viaXargs && /^(?:\{\}|%|\$[0@*1]|"\$[0@*1]")$/.test(text.trim()))
          return started(input, name);
        return { dangers: [], inner: [{ text, dialect: 'sh', word: program.word }] };
      }
      case 'code': {
        const origin = this.#originIn(program.word);
        if (origin !== undefined) return started(origin, name);
        const code = lineOf(program.word, script.line);
        if (input !== undefined && runsItsInput(code)) return started(input, name);
        const found = codeDanger(code);
        return found === undefined ? NOTHING : { dangers: [{ ...found, span: command }], inner: [] };
      }
    }
    return NOTHING;
  }

  #file(word: ShellWord): Origin | undefined {
    return this.#originIn(word) ?? this.#traces.files.get(fileKey(word, this.#script));
  }

  /** What a command leaves behind: output, files, variables. */
  #remember(index: number, command: ShellCommand, invocation: Invocation, input: Origin | undefined): void {
    const { name, args } = invocation;
    const { files, variables, known } = this.#traces;
    const own = originOf(invocation, this.#script);
    const origin = input?.id === 'fetch-and-run' ? input : (own ?? input ?? this.#passedOn(name, args));
    const targets = redirectedTo(command);
    if (origin !== undefined) {
      const written = name === 'tee' ? writtenBy(invocation) : [];
      for (const target of [...targets, ...written]) files.set(fileKey(target, this.#script), origin);
      if (name === 'read')
        for (const { value } of args) if (/^\w+$/.test(value ?? '')) variables.set(value as string, origin);
    }
    const fetched = fetchOf(invocation, this.#script);
    for (const file of fetched?.files ?? [])
      files.set(file, { id: 'fetch-and-run', by: fetched?.by as string });
    if (name === 'cp' || name === 'mv') {
      const [from, to] = args.filter(({ raw }) => !raw.startsWith('-'));
      const moved = from && files.get(fileKey(from, this.#script));
      if (moved && to) files.set(fileKey(to, this.#script), moved);
    }
    if (targets.length === 0) this.#pipes.print(index, origin);
    if (name === 'for' || name === 'read' || name === 'select' || name === 'export' || name === 'local') {
      for (const { value } of args) known.add((value ?? '').split('=', 1)[0] as string);
    }
    // Asked for before: `[ -n "$X" ]`, `${X:?}`.
    const asks = name === '[' || name === '[[' || name === 'test';
    for (const { variables: read } of command.words) {
      for (const variable of read)
        if (asks || variable.required || (variable.hasDefault && variable.fallback !== ''))
          known.add(variable.name);
    }
  }

  /** `echo "$X"`, `cat FILE`. */
  #passedOn(name: string, args: readonly ShellWord[]): Origin | undefined {
    if (name === 'echo' || name === 'printf') {
      return args.map((arg) => this.#originIn(arg)).find((origin) => origin !== undefined);
    }
    if (name !== 'cat' && name !== 'zcat' && name !== 'gunzip') return undefined;
    return args.map((arg) => this.#file(arg)).find((origin) => origin !== undefined);
  }
}

function heredocOf({ redirections }: ShellCommand): string | undefined {
  return redirections.find(({ operator }) => operator === '<<' || operator === '<<-')?.body;
}

/** The here-document that a shell gets as its program. */
export function heredocLine(invocation: Invocation): InnerLine | undefined {
  const text = heredocOf(invocation.command);
  const runs = isShell(invocation.name) && programOf(invocation)?.from === 'input';
  return text !== undefined && runs ? { text, dialect: 'sh', word: invocation.word } : undefined;
}

function innerLine(words: readonly ShellWord[], { line }: ShellScript, dialect: Dialect): InnerLine {
  const [first] = words;
  const text = words.map((word) => lineOf(word, line)).join(' ');
  const none: ShellWord = { start: 0, end: 0, raw: '', value: '', parts: [], variables: [] };
  return { text, dialect, word: first ?? none };
}

function dangerOf({ id, by }: Origin, runner: string, span: ShellCommand): Danger {
  const what =
    id === 'fetch-and-run'
      ? `downloads code with ${by} and runs it ${withRunner(runner)}`
      : `decodes hidden code with ${by} and runs it ${withRunner(runner)}`;
  return { id, what, span };
}

function withRunner(runner: string): string {
  return runner === 'as a command' || runner.includes('/') ? 'as a command' : `with ${runner}`;
}
