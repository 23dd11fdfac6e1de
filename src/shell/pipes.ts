import type { CommandRange, ShellScript } from './types.ts';

interface Joint {
  readonly script: number;
  readonly before: CommandRange;
  readonly own: CommandRange;
}

/**
 * Carries a mark from what commands print to what others read: along pipes, into the groups and loops that stand in
 * them, and out of substitutions. Commands are to be asked and told in their order.
 */
export class Pipes<T> {
  readonly #script: ShellScript;
  readonly #inputs: (T | undefined)[] = [];
  readonly #outputs: (T | undefined)[] = [];
  /** Whether the next stage takes what a command prints. */
  readonly #taken: boolean[] = [];
  /** Stages by the command they begin with, each with the stage before it. */
  readonly #joints = new Map<number, Joint[]>();

  constructor(script: ShellScript) {
    this.#script = script;
    for (const { script: number, stages } of script.pipelines) {
      for (let i = 1; i < stages.length; i++) {
        const own = stages[i] as CommandRange;
        const before = stages[i - 1] as CommandRange;
        const joints = this.#joints.get(own.from) ?? [];
        joints.push({ own, before, script: number });
        this.#joints.set(own.from, joints);
        this.#each(before, number, (command) => {
          this.#taken[command] = true;
        });
      }
    }
  }

  /** What stands on a command's input, apart from redirections. */
  input(command: number): T | undefined {
    for (const { own, before, script } of this.#joints.get(command) ?? []) {
      const mark = this.#printed(before, script, false);
      if (mark === undefined) continue;
      this.#each(own, script, (one) => {
        this.#inputs[one] ??= mark;
      });
    }
    return this.#inputs[command];
  }

  print(command: number, mark: T | undefined): void {
    this.#outputs[command] = mark;
  }

  /** What a substitution prints. */
  printedBy(script: number): T | undefined {
    return this.#printed(this.#script.scripts[script] as CommandRange, script, true);
  }

  #printed({ from, to }: CommandRange, script: number, atEnd: boolean): T | undefined {
    for (let i = from; i < to; i++) {
      const mark = this.#outputs[i];
      if (mark === undefined || this.#script.commands[i]?.script !== script) continue;
      if (!atEnd || this.#taken[i] !== true) return mark;
    }
    return undefined;
  }

  #each({ from, to }: CommandRange, script: number, visit: (command: number) => void): void {
    for (let i = from; i < to; i++) if (this.#script.commands[i]?.script === script) visit(i);
  }
}
