import type { Danger } from './danger.ts';
import { isShell, programOf } from './interpreters.ts';
import { type Invocation, invocationOf, leadingText } from './program.ts';
import type { CommandRange, ShellCommand, ShellScript } from './types.ts';

export const CONNECTORS: ReadonlySet<string> = new Set(['nc', 'ncat', 'netcat', 'socat', 'telnet']);
const DEVICE = /^\/dev\/(?:tcp|udp)\//;

/** A shell at the end of a connection. */
export function* remoteShells(script: ShellScript): Generator<Danger> {
  const { commands } = script;
  const invocations = commands.map((command) => invocationOf(command));
  const connected = new Set<number>();
  for (const [index, command] of commands.entries()) {
    const invocation = invocations[index];
    if (invocation !== undefined && handsOver(invocation)) {
      yield danger(`starts a shell for whoever is at the other end of ${invocation.name}`, command);
    }
    for (const { operator, descriptor, target } of command.redirections) {
      const device = DEVICE.test(leadingText(target));
      if (device && invocation !== undefined && readsCommands(invocation) && operator !== '<') {
        yield danger('connects a shell to another machine', command);
        break;
      }
      if (device && operator === '<>' && descriptor !== undefined) connected.add(descriptor);
      const number = /^[<>]&$/.test(operator) ? Number(target.value) : Number.NaN;
      const runs =
        invocation !== undefined &&
        (readsCommands(invocation) || invocation.name === '' || invocation.name === 'eval');
      if (runs && connected.has(number)) {
        yield danger('connects a shell to another machine', command);
        break;
      }
    }
  }
  for (const { script: number, stages } of script.pipelines) {
    const programs = stages.map((stage) => programsOf(stage, number));
    const shell = programs.findIndex((list) => list.some((one) => readsCommands(one)));
    const beyond = programs.slice(shell + 1).flat();
    const connector = beyond.find(({ name, args }) => CONNECTORS.has(name) && args.length > 0);
    if (shell !== -1 && connector !== undefined) {
      yield danger(`sends what a shell prints to another machine with ${connector.name}`, connector.command);
    }
  }

  function programsOf({ from, to }: CommandRange, number: number): Invocation[] {
    const found: Invocation[] = [];
    for (let i = from; i < to; i++) {
      const invocation = invocations[i];
      if (invocation !== undefined && commands[i]?.script === number) found.push(invocation);
    }
    return found;
  }
}

function danger(what: string, span: ShellCommand): Danger {
  return { id: 'remote-shell', what, span };
}

/** A shell that takes its commands from its input. */
function readsCommands(invocation: Invocation): boolean {
  return isShell(invocation.name) && programOf(invocation)?.from === 'input';
}

const SHELL_PATH = /(?:^|[\s/:])(?:ba|z|da|k|a)?sh(?:$|[\s,])|cmd\.exe|powershell/i;

/** `nc -e /bin/sh`, `ncat --sh-exec …`, `socat … EXEC:bash`. */
function handsOver({ name, args }: Invocation): boolean {
  if (name === 'socat')
    return args.some(
      ({ raw }) => /(?:^|["'])(?:exec|system):/i.test(raw) && SHELL_PATH.test(raw.replace(/["']/g, ' ')),
    );
  if (!CONNECTORS.has(name)) return false;
  return args.some(({ value }, i) => {
    const next = args[i + 1]?.value ?? '';
    return /^(?:-[a-z]*[ec]|--exec|--sh-exec)$/.test(value ?? '') && SHELL_PATH.test(next);
  });
}
