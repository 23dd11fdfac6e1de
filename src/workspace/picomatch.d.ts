declare module 'picomatch' {
  /** The part of picomatch that is used here; the package ships no types. */
  export default function picomatch(
    patterns: readonly string[],
    options?: { readonly dot?: boolean; readonly nonegate?: boolean },
  ): (path: string) => boolean;
}
