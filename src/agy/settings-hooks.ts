import { parseJson } from '../json/parse.ts';
import type { NodeId } from '../json/tree.ts';
import type { Span } from '../text/span.ts';

/** The key under which other hosts keep hooks in a settings file, if something stands under it; the last of several. */
export function hooksInSettings(bytes: Uint8Array): Span | undefined {
  const parsed = parseJson(bytes, { dialect: 'jsonc' });
  if (!parsed.ok) return undefined;
  const { doc } = parsed;
  let hooks: { readonly key: NodeId; readonly value: NodeId } | undefined;
  for (const member of doc.members(doc.root)) if (doc.text(member.key) === 'hooks') hooks = member;
  if (hooks === undefined) return undefined;
  const kind = doc.kind(hooks.value);
  const full = (kind === 'object' || kind === 'array') && !doc.isEmpty(hooks.value);
  return full ? doc.span(hooks.key) : undefined;
}
