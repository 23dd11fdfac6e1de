import { parseJson } from '../json/parse.ts';
import type { NodeId } from '../json/tree.ts';
import type { Span } from '../text/span.ts';
import { nodePaths } from './node-path.ts';

/** What hands an agent more than a person would on each occasion. All of it was reported, none of it measured. */
export type GrantKind = 'skip-flag' | 'wide-grant' | 'always-proceed' | 'full-autonomy';

export interface Grant {
  readonly kind: GrantKind;
  readonly at: Span;
}

/**
 * agy's flag that skips every question; the grants for every command, server or tool; the setting under which nothing is
 * asked; the autonomy of a bridge. `hint` is part of every match, and quick to look for.
 */
const GRANTS: readonly { readonly kind: GrantKind; readonly hint: string; readonly pattern: RegExp }[] = [
  {
    kind: 'skip-flag',
    hint: '--dangerously-skip-permissions',
    pattern: /(?<![\w-])--dangerously-skip-permissions(?![\w-]|=(?:false|0)\b)/g,
  },
  { kind: 'wide-grant', hint: '(*)', pattern: /(?<![\w-])(?:command|mcp|unsandboxed)\(\*\)/g },
  {
    kind: 'always-proceed',
    hint: 'always-proceed',
    pattern: /(?<![\w-])toolPermission["']?\s{0,20}[:=]\s{0,20}["']?always-proceed(?![\w-])/g,
  },
  {
    kind: 'full-autonomy',
    hint: 'autonomy',
    pattern: /(?<![\w-])autonomy["']?\s{0,20}[:=]\s{0,20}["']?full(?![\w-])/g,
  },
];

/** Whether a text may hold a grant, at a glance; in JSON it may be written with escapes. */
export function mayHoldGrant(text: string): boolean {
  return text.includes('\\') || GRANTS.some(({ hint }) => text.includes(hint));
}

/**
 * Every grant in a text, in order; linear.
 * @param text one character a byte, so that the spans are bytes
 */
export function findGrants(text: string): readonly Grant[] {
  const grants: Grant[] = [];
  for (const { kind, hint, pattern } of GRANTS) {
    if (!text.includes(hint)) continue;
    for (const { index, 0: found } of text.matchAll(pattern)) {
      grants.push({ kind, at: { start: index, end: index + found.length } });
    }
  }
  return grants.sort((a, b) => a.at.start - b.at.start);
}

/** Keys of lists that hold back what stands in them. */
const HOLDS_BACK = /deny|denied|ask|block|exclude|disallow|forbid|prohibit/i;
/** Keys of lists that grant. */
const GRANTING = /allow|grant|permit|auto/i;

/** The strings of a JSON or JSONC file that grant something, each with its quotes; undefined for a file that does not parse. */
export function grantsInJson(bytes: Uint8Array): readonly Grant[] | undefined {
  const parsed = parseJson(bytes, { dialect: 'jsonc' });
  if (!parsed.ok) return undefined;
  const { doc } = parsed;
  const found: Grant[] = [];
  let pathOf: ReturnType<typeof nodePaths> | undefined;
  const look = (node: NodeId, key: string | undefined): void => {
    if (doc.kind(node) !== 'string') return;
    const text = doc.text(node);
    let kind = findGrants(text)[0]?.kind;
    if (key === 'toolPermission' && text === 'always-proceed') kind = 'always-proceed';
    else if (key === 'autonomy' && text === 'full') kind = 'full-autonomy';
    if (kind === undefined) return;
    if (kind === 'wide-grant') {
      pathOf ??= nodePaths(doc);
      const keys = pathOf(node).filter((step) => typeof step === 'string');
      if (!keys.some((step) => GRANTING.test(step)) || keys.some((step) => HOLDS_BACK.test(step))) return;
    }
    found.push({ kind, at: doc.span(node) });
  };
  for (let container = doc.root; container < doc.size; container++) {
    doc.forEachMember(container, (key, value) => look(value, doc.text(key)));
    for (const item of doc.items(container)) look(item, undefined);
  }
  return found.sort((a, b) => a.at.start - b.at.start);
}
