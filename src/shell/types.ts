/**
 * How a line is read. `sh`: POSIX, with what bash adds. `cmd`: the command prompt of Windows, where `\`, `'`, `$`, `;` and
 * the backtick are ordinary characters and `^` escapes.
 */
export type Dialect = 'sh' | 'cmd';

/** A range of UTF-16 indices into a command line. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** A variable that a word reads. */
export interface ShellVariable extends LineSpan {
  /** As spelled: a name, digits, or one of `@*#?$!-`. */
  readonly name: string;
  /** `${X:-y}` and kin: what stands for an unset variable; undefined when there is nothing, or an expansion. */
  readonly fallback: string | undefined;
  /** `${X:-y}`, `${X-y}`, `${X:=y}`, `${X=y}`, with whatever `y`. */
  readonly hasDefault: boolean;
  /** `${X:?}`, `${X?}`: the line stops here when it is not set. */
  readonly required: boolean;
}

/** A piece of a word. Text is what the shell makes of it: quotes and escapes are gone. */
export type WordPart = { readonly quoted: boolean } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly variable: ShellVariable }
  /** `$(…)`, backticks, `<(…)`, `>(…)`; `script` is the number of the list of commands inside. */
  | ({ readonly kind: 'substitution'; readonly form: '$(' | '<(' | '>('; readonly script: number } & LineSpan)
  /** `$((…))`, and `${…}` that reads no plain variable. */
  | ({ readonly kind: 'other' } & LineSpan)
);

export interface ShellWord extends LineSpan {
  /** As it stands in the line. */
  readonly raw: string;
  /** What the shell makes of it, apart from wildcards and `~`; undefined when it holds an expansion. */
  readonly value: string | undefined;
  readonly parts: readonly WordPart[];
  /** Every variable in it, those inside `${X:-$Y}` too, those of a substitution's commands not. */
  readonly variables: readonly ShellVariable[];
}

export interface Redirection extends LineSpan {
  readonly operator: '<' | '>' | '>>' | '<<' | '<<-' | '<<<' | '<&' | '>&' | '<>' | '>|' | '&>' | '&>>';
  /** The descriptor in front of it; undefined: the operator's own. */
  readonly descriptor: number | undefined;
  /** Of a here-document: the word that ends it. */
  readonly target: ShellWord;
  /** The lines of a here-document. */
  readonly body?: string;
}

export interface Assignment extends LineSpan {
  readonly name: string;
  readonly value: ShellWord;
}

/** What stands behind a command, or behind the group that ends with it; empty at the end of a list. */
export type Connector = '' | ';' | '&' | '&&' | '||' | '|' | '|&';

/**
 * A simple command. What stands around it (`if`, `while`, `{`, `(`) is gone; the heads of `for`, `case` and `[[ … ]]`
 * stand as commands of those names, and the redirections of a compound command as a command without words.
 */
export interface ShellCommand extends LineSpan {
  /** The list of commands it stands in: 0 is the line, others are substitutions. */
  readonly script: number;
  readonly assignments: readonly Assignment[];
  readonly words: readonly ShellWord[];
  readonly redirections: readonly Redirection[];
  readonly connector: Connector;
}

/** Indices into the list of commands, half-open. */
export interface CommandRange {
  readonly from: number;
  readonly to: number;
}

/** Two stages or more that `|` joins. A stage holds several commands where it is a group, a loop or the like. */
export interface Pipeline {
  readonly script: number;
  readonly stages: readonly CommandRange[];
}

export interface ShellScript {
  readonly line: string;
  /** In the order in which they end: those of a substitution before the command it stands in. */
  readonly commands: readonly ShellCommand[];
  readonly pipelines: readonly Pipeline[];
  /** Where the commands of each list stand, those of deeper lists among them. */
  readonly scripts: readonly CommandRange[];
  /** Whether all of the line was read: it was not too long, not nested too deeply, and nothing was left open. */
  readonly complete: boolean;
}
