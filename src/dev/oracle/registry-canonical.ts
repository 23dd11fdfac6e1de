import type { Registry } from '../../agy/registry.ts';
import { typeErrorOffset } from './offsets.ts';
import { quote } from './text.ts';

/** What the emulator says of a registry, in the form in which the Go program says it: see `registry.go`. */
export function canonicalRegistry(registry: Registry): string {
  const { doc, entries, inherits, problems, state } = registry;
  // The Go program takes comments and commas out first, so it may stop elsewhere; only that it stops can be compared.
  if (doc === undefined) return '{"verdict":"skipped","syntax":true}';
  const typeAt = typeErrorOffset(
    doc,
    problems.map(({ place }) => place.span),
  );
  const texts = (list: readonly { readonly value: string }[]): string =>
    `[${list.map(({ value }) => quote(value)).join(',')}]`;
  const items = entries.map(
    ({ path, includeOnly, exclude }) =>
      `[${quote(path?.value ?? '')},${texts(includeOnly)},${texts(exclude)}]`,
  );
  const parents = inherits.map(({ path }) => quote(path?.value ?? ''));
  return [
    `{"verdict":"${state}"`,
    typeAt === undefined ? '' : `,"typeAt":${typeAt}`,
    `,"entries":[${items.join(',')}],"inherits":[${parents.join(',')}]}`,
  ].join('');
}
