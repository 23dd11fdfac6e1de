import type { NodeId } from '../json/tree.ts';
import type { Span } from '../text/span.ts';

/**
 * What the loader does because of a problem; the contract's `consequence`, as far as the loader decides it.
 * `session-fatal`: agy exits 1 and no session starts. `file-lost`: nothing in the file loads, and
 * the session goes on. `file-inert`: the file is read and has no effect.
 * `server-dropped`: the server is absent, without a word. `server-inert`: it loads and starts nothing.
 * `hook-ignored`: the hook never runs, because nothing calls it. `hook-ineffective`: it is called and does nothing.
 * `value-ignored`: a key that is not read; everything around it counts.
 */
export type Effect =
  | 'session-fatal'
  | 'file-lost'
  | 'file-inert'
  | 'server-dropped'
  | 'server-inert'
  | 'hook-ignored'
  | 'hook-ineffective'
  | 'value-ignored';

/** A value together with its place in the file. */
export interface Located<T> {
  readonly value: T;
  /** The node the value was read from. */
  readonly node: NodeId;
  /** The key it stands under; absent for elements of an array. */
  readonly key?: NodeId;
  /** For a member or an element: the key of the field it came in with, which is one of several when maps merge. */
  readonly field?: NodeId;
}

/** Where a problem stands. */
export interface ProblemPlace {
  readonly span: Span;
  /** As spelled in the file, e.g. `env.PORT` or `args[2]`. */
  readonly field?: string;
  /** RFC 6901, keys decoded. */
  readonly pointer?: string;
}

/** The field and pointer of a place, where it has them; what a finding says about itself. */
export function detailsOf({ field, pointer }: ProblemPlace): Pick<ProblemPlace, 'field' | 'pointer'> {
  return { ...(field === undefined ? {} : { field }), ...(pointer === undefined ? {} : { pointer }) };
}

/** A JSON pointer (RFC 6901) of decoded keys and indices. */
export function jsonPointer(...segments: readonly (string | number)[]): string {
  return segments
    .map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}
