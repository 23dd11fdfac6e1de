/** A half-open range of byte offsets into a file as it lies on disk: `start` is in it, `end` is not. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
