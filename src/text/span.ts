/** A half-open range of byte offsets into a file as it lies on disk: `start` is in it, `end` is not. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The span from the start of `a` to the end of `b`. */
export function cover(a: Span, b: Span): Span {
  return { start: a.start, end: b.end };
}

/** Whether `inner` lies inside `outer`; equal spans do. */
export function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
