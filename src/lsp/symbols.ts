import { type DocumentSymbol, SymbolKind } from 'vscode-languageserver/node';
import { maskText } from '../credentials/index.ts';
import { parseJson } from '../json/parse.ts';
import type { JsonDoc, JsonKind, NodeId } from '../json/tree.ts';
import type { FileKindName } from '../kinds/index.ts';
import { plainMarkdown, type Section } from '../markdown/index.ts';
import { printable } from '../text/quote.ts';
import type { Span } from '../text/span.ts';
import { lspRange, type Shown } from './positions.ts';

/** Keys deeper than these are values of somebody's; more symbols than these are of no use to anybody. */
const DEEPEST = 4;
const MOST = 5000;

const JSON_KINDS: readonly FileKindName[] = [
  'mcp-config',
  'mcp-json',
  'hooks',
  'plugin-manifest',
  'registry',
  'settings',
];

const SYMBOL_KINDS: Readonly<Record<JsonKind, SymbolKind>> = {
  object: SymbolKind.Object,
  array: SymbolKind.Array,
  string: SymbolKind.String,
  number: SymbolKind.Number,
  true: SymbolKind.Boolean,
  false: SymbolKind.Boolean,
  null: SymbolKind.Null,
};

/** The keys of a file that is JSON, the headings of one that is markdown; nothing of JSON that does not parse. */
export function symbolsOf(kind: FileKindName, shown: Shown, name: string): DocumentSymbol[] {
  const { bytes } = shown.source;
  if (JSON_KINDS.includes(kind)) {
    const parsed = parseJson(bytes, {
      dialect: kind === 'registry' || kind === 'settings' ? 'jsonc' : 'strict',
    });
    return parsed.ok ? keysOf(parsed.doc, shown) : [];
  }
  return name.endsWith('.md') ? headingsOf(plainMarkdown(bytes).outline.sections, shown) : [];
}

function keysOf(doc: JsonDoc, shown: Shown): DocumentSymbol[] {
  let left = MOST;
  return below(doc.root, 1);

  function below(node: NodeId, depth: number): DocumentSymbol[] {
    const symbols: DocumentSymbol[] = [];
    if (depth > DEEPEST) return symbols;
    for (const { key, value } of doc.members(node)) {
      if (left-- <= 0) break;
      const span = { start: doc.start(key), end: doc.end(value) };
      const children = below(value, depth + 1);
      symbols.push(
        symbol(doc.text(key), SYMBOL_KINDS[doc.kind(value)], shown, span, doc.span(key), children),
      );
    }
    return symbols;
  }
}

function headingsOf(sections: readonly Section[], shown: Shown): DocumentSymbol[] {
  const { bytes } = shown.source;
  const decoder = new TextDecoder();
  const tops: DocumentSymbol[] = [];
  const open: { readonly level: number; readonly symbol: DocumentSymbol }[] = [];
  for (const { heading, span } of sections.slice(0, MOST)) {
    if (heading === undefined) continue;
    const { level, text } = heading;
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop();
    const title = decoder.decode(bytes.subarray(text.start, text.end));
    const one = symbol(title, SymbolKind.String, shown, span, heading.span, []);
    // What a section holds lies in it, whatever its level.
    for (const { symbol: holder } of open) holder.range.end = one.range.end;
    (open.at(-1)?.symbol.children ?? tops).push(one);
    open.push({ level, symbol: one });
  }
  return tops;
}

function symbol(
  text: string,
  kind: SymbolKind,
  shown: Shown,
  span: Span,
  at: Span,
  children: DocumentSymbol[],
): DocumentSymbol {
  // A client refuses a symbol without a name.
  const name = printable(maskText(text)).trim() || '""';
  return { name, kind, range: lspRange(shown, span), selectionRange: lspRange(shown, at), children };
}
