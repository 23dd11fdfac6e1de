import { HOOK_EVENT_NAMES } from '../../agy/hook-facts.ts';
import type { HookGroup, HookHandler, HooksFile, LoadedHook } from '../../agy/hooks.ts';
import { typeErrorOffset } from './offsets.ts';
import { type Member, object, quote } from './text.ts';

const TYPE_CODES: ReadonlySet<string> = new Set([
  'root-type',
  'hook-type',
  'event-type',
  'entry-type',
  'field-type',
]);
const COUNTED = [
  'handler-type',
  'handler-mix',
  'grouped-entry',
  'group-without-hooks',
  'empty-command',
] as const;

/** What the emulator says of a hooks file, in the form in which the Go program says it: see `hooks.go`. */
export function canonicalHooks(file: HooksFile): string {
  const { doc, problems } = file;
  const [first] = problems;
  if (doc === undefined) {
    return `{"verdict":"lost","syntaxAt":${first?.code === 'syntax' ? first.error.offset : '?'}}`;
  }
  // The problem of a hook stands at its key, Go's at the value behind it.
  const spans = problems
    .filter(({ code }) => TYPE_CODES.has(code))
    .map((problem) => (problem.code === 'hook-type' ? doc.span(problem.key + 1) : problem.place.span));
  const typeAt = typeErrorOffset(doc, spans);
  const counts = COUNTED.map((code) => problems.filter((problem) => problem.code === code).length);
  const hooks = file.hooks.map((hook): Member => [hook.name, canonicalHook(hook)]);
  return [
    `{"verdict":"${file.state}"`,
    typeAt === undefined ? '' : `,"typeAt":${typeAt}`,
    `,"counts":[${counts.join(',')}]`,
    `,"hooks":${object(hooks)}}`,
  ].join('');
}

function canonicalHook(hook: LoadedHook): string {
  const members = HOOK_EVENT_NAMES.map((name): Member => {
    const entries = hook.events.find(({ event }) => event === name);
    if (entries === undefined) return [name, '[]'];
    const { groups, shape } = entries;
    const items =
      shape === 'flat'
        ? groups.flatMap(({ handlers }) => handlers.map(canonicalHandler))
        : groups.map(canonicalGroup);
    return [name, `[${items.join(',')}]`];
  });
  // A plain Go boolean cannot tell absent from false.
  return object([...members, ['enabled', String(hook.enabled?.value ?? false)]]);
}

function canonicalGroup({ matcher, handlers }: HookGroup): string {
  return `[${quote(matcher?.value ?? '')},[${handlers.map(canonicalHandler).join(',')}]]`;
}

function canonicalHandler({ givenType, command, prompt, model, timeout }: HookHandler): string {
  const texts = [givenType, command, prompt, model].map((text) => quote(text?.value ?? ''));
  return `[${texts.join(',')},${timeout?.value ?? 0}]`;
}
