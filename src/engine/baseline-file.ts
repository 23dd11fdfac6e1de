import { maskText } from '../credentials/index.ts';
import { KIND_NAMES } from '../json/advice.ts';
import { explainSyntax } from '../json/explain.ts';
import { parseJson } from '../json/parse.ts';
import type { JsonDoc, NodeId } from '../json/tree.ts';
import { LineIndex } from '../text/lines.ts';
import { escapeForJson, printable } from '../text/quote.ts';
import { type BaselineEntry, inFileOrder } from './baseline.ts';

/** Raised when an older skillsaw could no longer read the file. */
const SCHEMA_VERSION = 1;

/** Further problems tell nobody anything. */
const MAX_PROBLEMS = 20;

/** The keys of an entry, and whether each must be there. */
const KEYS: readonly (readonly [keyof BaselineEntry, 'required' | 'optional'])[] = [
  ['path', 'required'],
  ['rule', 'required'],
  ['kind', 'required'],
  ['server', 'optional'],
  ['field', 'optional'],
  ['fingerprint', 'required'],
];
const FINGERPRINT = /^[0-9a-f]{32}$/;

export interface BaselineProblem {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  /** A plain sentence, fit for a terminal. */
  readonly message: string;
}

export type ParsedBaseline =
  | { readonly ok: true; readonly entries: readonly BaselineEntry[] }
  | { readonly ok: false; readonly problems: readonly BaselineProblem[] };

/**
 * The text of a baseline: the same entries give the same bytes. One line for each, in an order of its own, so that a merge
 * of two branches rarely meets the same lines.
 */
export function renderBaseline(entries: readonly BaselineEntry[]): string {
  const lines = inFileOrder(entries).map((entry) => {
    const members = KEYS.filter(([key]) => entry[key] !== undefined).map(
      ([key]) => `${JSON.stringify(key)}: ${JSON.stringify(entry[key])}`,
    );
    return `\n    { ${members.join(', ')} }`;
  });
  const list = lines.length === 0 ? '[]' : `[${lines.join(',')}\n  ]`;
  return escapeForJson(`{\n  "schemaVersion": ${SCHEMA_VERSION},\n  "entries": ${list}\n}\n`);
}

/** Reads a baseline that may hold anything. Keys that are not known are passed over, so that there may be more of them one day. */
export function parseBaseline(bytes: Uint8Array): ParsedBaseline {
  const lines = new LineIndex(bytes);
  const problems: BaselineProblem[] = [];
  const problem = (offset: number, message: string): void => {
    const { line, column } = lines.position(offset);
    if (problems.length < MAX_PROBLEMS) problems.push({ line, column, message });
  };
  const parsed = parseJson(bytes, { dialect: 'strict' });
  if (!parsed.ok) {
    const { found, expected, cause, start } = explainSyntax(bytes, parsed.error);
    const what =
      cause === 'conflict-marker'
        ? 'a merge conflict is not resolved here'
        : `invalid JSON: found ${printable(maskText(found))}, expected ${expected}`;
    problem(start, `${what}; mend it, or delete the file and let skillsaw baseline write it anew`);
    return { ok: false, problems };
  }
  const entries = readDocument(parsed.doc, problem);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, entries };
}

type Tell = (offset: number, message: string) => void;

function readDocument(doc: JsonDoc, problem: Tell): readonly BaselineEntry[] {
  const { root } = doc;
  if (doc.kind(root) !== 'object') {
    problem(doc.start(root), `found ${KIND_NAMES[doc.kind(root)]}; a baseline is an object`);
    return [];
  }
  const members = membersOf(doc, root);
  const version = members.get('schemaVersion');
  if (version === undefined || doc.kind(version) !== 'number') {
    problem(doc.start(version ?? root), `schemaVersion: the number ${SCHEMA_VERSION} is missing here`);
    return [];
  }
  if (doc.text(version) !== String(SCHEMA_VERSION)) {
    const said = `schemaVersion: this skillsaw reads ${SCHEMA_VERSION} and no other`;
    problem(doc.start(version), `${said}; use the release that wrote the file, or write it anew`);
    return [];
  }
  const list = members.get('entries');
  if (list === undefined || doc.kind(list) !== 'array') {
    problem(doc.start(list ?? root), 'entries: a list is missing here');
    return [];
  }
  const entries: BaselineEntry[] = [];
  let index = 0;
  for (const item of doc.items(list)) {
    const entry = readEntry(doc, item, `entries[${index++}]`, problem);
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

function readEntry(doc: JsonDoc, node: NodeId, name: string, problem: Tell): BaselineEntry | undefined {
  if (doc.kind(node) !== 'object') {
    problem(doc.start(node), `${name}: found ${KIND_NAMES[doc.kind(node)]}; an entry is an object`);
    return undefined;
  }
  const members = membersOf(doc, node);
  const values: Partial<Record<keyof BaselineEntry, string>> = {};
  let whole = true;
  const wrong = (offset: number, message: string): void => {
    problem(offset, `${name}${message}`);
    whole = false;
  };
  for (const [key, need] of KEYS) {
    const value = members.get(key);
    if (value === undefined) {
      if (need === 'required') wrong(doc.start(node), `: the key ${key} is missing`);
    } else if (doc.kind(value) !== 'string') {
      wrong(doc.start(value), `.${key}: found ${KIND_NAMES[doc.kind(value)]}; it is a string`);
    } else if (key === 'fingerprint' && !FINGERPRINT.test(doc.text(value))) {
      wrong(doc.start(value), '.fingerprint: this is not 32 hexadecimal digits in lower case');
    } else values[key] = doc.text(value);
  }
  return whole ? (values as BaselineEntry) : undefined;
}

/** By name; of a repeated key the last. */
function membersOf(doc: JsonDoc, object: NodeId): ReadonlyMap<string, NodeId> {
  const members = new Map<string, NodeId>();
  for (const { key, value } of doc.members(object)) members.set(doc.text(key), value);
  return members;
}
