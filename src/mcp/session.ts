import type { RuleSource } from '../rule-source.ts';
import type { Io } from '../run/io.ts';

/** What all calls to one server have in common. */
export interface Session {
  /** Real path of the directory that bounds every call; absent when each call names a directory of its own. */
  readonly root: string | undefined;
  readonly rules: RuleSource;
  /** Of the process; a call has one of its own. */
  readonly io: Io;
}
