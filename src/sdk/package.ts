import { parseJson } from '../json/parse.ts';
import type { Span } from '../text/span.ts';

/** The package that ends at the revisions of 2025, and the one that speaks the newer revision. */
const OLD_LINE = '@modelcontextprotocol/sdk';
const NEW_LINE = '@modelcontextprotocol/server';

/** What a package runs with; tools for its tests do not count. */
const FIELDS: readonly string[] = ['dependencies', 'optionalDependencies', 'peerDependencies'];

export interface SdkDependency {
  readonly name: string;
  /** The range as spelled. */
  readonly range: string;
  /** The name with its quotes. */
  readonly at: Span;
}

export interface SdkDependencies {
  /** `@modelcontextprotocol/sdk` 1.x. */
  readonly old?: SdkDependency;
  /** `@modelcontextprotocol/server` 2.x. */
  readonly new?: SdkDependency;
}

/** Which lines of the SDK a `package.json` depends on, as far as the ranges say so. Nothing for a file that does not parse. */
export function sdkDependencies(bytes: Uint8Array): SdkDependencies {
  const found: { -readonly [K in keyof SdkDependencies]: SdkDependencies[K] } = {};
  const parsed = parseJson(bytes, { dialect: 'strict' });
  if (!parsed.ok) return found;
  const { doc } = parsed;
  doc.forEachMember(doc.root, (field, map) => {
    if (!FIELDS.includes(doc.text(field))) return;
    doc.forEachMember(map, (key, value) => {
      if (doc.kind(value) !== 'string') return;
      const dependency = { name: doc.text(key), range: doc.text(value), at: doc.span(key) };
      if (dependency.name === OLD_LINE && majorOf(dependency.range) === 1) found.old = dependency;
      if (dependency.name === NEW_LINE && majorOf(dependency.range) === 2) found.new = dependency;
    });
  });
  return found;
}

/** The one major version that a range allows; undefined for tags, addresses and everything wider. */
function majorOf(range: string): number | undefined {
  const found = /^[\^~=v\s]*(\d{1,4})(?:\.(?:\d+|x|\*)){0,2}(?:-[\w.]+)?$/i.exec(range.trim());
  return found === null ? undefined : Number(found[1]);
}
