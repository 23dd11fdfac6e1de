/** A range of UTF-16 indices into a text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A secret found in a text. */
export interface SecretHit extends TextSpan {
  /** A noun phrase for a message: "a GitHub personal access token", "a password", "a literal credential". */
  readonly what: string;
  /** It has a token format that its issuer publishes. */
  readonly high: boolean;
}

/** The same hit in a text that holds the first one from `by` on. */
export function moved<T extends SecretHit>(hit: T, by: number): T {
  return by === 0 ? hit : { ...hit, start: hit.start + by, end: hit.end + by };
}

export function overlaps(a: TextSpan, b: TextSpan): boolean {
  return a.start < b.end && b.start < a.end;
}
