import {
  type CompletionItem,
  CompletionItemKind,
  InsertTextFormat,
  type Position,
} from 'vscode-languageserver/node';
import type { FileKindName } from '../kinds/index.ts';
import { sentence } from '../text/sentence.ts';
import type { Span } from '../text/span.ts';
import { type FieldForm, fieldNamed, keysAt } from './fields.ts';
import { headFields } from './head-fields.ts';
import { hasHead, headPlace } from './head-place.ts';
import { type JsonPlace, jsonPlace } from './json-place.ts';
import { lspRange, offsetOf, type Shown } from './positions.ts';

/** What a client can do with what is offered. */
export interface CompletionAbilities {
  /** Whether it knows places to fill in. */
  readonly snippets: boolean;
}

/** What may be written at a position, also in a file that does not parse. */
export function completionsAt(
  kind: FileKindName,
  shown: Shown,
  position: Position,
  { snippets }: CompletionAbilities,
): readonly CompletionItem[] {
  const offset = offsetOf(shown, position);
  if (hasHead(kind)) return inHead(kind, shown, offset);
  const place = jsonPlace(shown.source.bytes, offset);
  const span = replaced(shown.source.bytes, place.token, offset);
  if (place.role === 'key') return keysFor(kind, place, shown, span, snippets);
  if (place.role !== 'value' || place.key === undefined) return [];
  const keys = keysAt(kind, place.path);
  const field = keys === undefined ? undefined : fieldNamed(keys, place.key);
  const quote = field?.form === 'text' ? '"' : '';
  return (field?.values ?? []).map((value) =>
    item(value, `${quote}${value}${quote}`, CompletionItemKind.EnumMember, shown, span),
  );
}

const COLON = 0x3a;

const decoder = new TextDecoder();

/** What an entry takes the place of. A string that is not closed yet goes on to the next quote or line end, which is to stay. */
function replaced(bytes: Uint8Array, token: Span | undefined, offset: number): Span {
  if (token === undefined) return { start: offset, end: offset };
  const isWord = /^(?:"[\w-]*"|\w+)$/.test(decoder.decode(bytes.subarray(token.start, token.end)));
  return isWord ? token : { start: token.start, end: offset };
}

function keysFor(
  kind: FileKindName,
  { path, siblings, colon }: JsonPlace,
  shown: Shown,
  span: Span,
  snippets: boolean,
): readonly CompletionItem[] {
  const keys = keysAt(kind, path);
  if (keys === undefined) return [];
  const written = new Set(siblings.map((key) => fieldNamed(keys, key)));
  return keys.fields
    .filter((field) => !written.has(field))
    .map((field): CompletionItem => {
      const { name, type, does, form } = field;
      const text = `"${name}"${colon ? '' : snippets ? `: ${SNIPPETS[form]}` : ': '}`;
      return {
        ...item(name, text, CompletionItemKind.Property, shown, span),
        filterText: `"${name}"`,
        detail: type,
        documentation: sentence(does),
        ...(snippets && !colon ? { insertTextFormat: InsertTextFormat.Snippet } : {}),
      };
    });
}

const SNIPPETS: Readonly<Record<FieldForm, string>> = {
  text: '"$1"',
  switch: '${1|true,false|}',
  number: '$1',
  list: '[$1]',
  map: '{$1}',
};

function inHead(
  kind: Parameters<typeof headFields>[0],
  shown: Shown,
  offset: number,
): readonly CompletionItem[] {
  const place = headPlace(shown.source.bytes, offset);
  if (place === undefined) return [];
  const fields = headFields(kind);
  const { role, key, token, colon, siblings } = place;
  if (role === 'key') {
    return fields
      .filter(({ name }) => !siblings.includes(name))
      .map(({ name, type, does }) => ({
        ...item(name, colon ? name : `${name}: `, CompletionItemKind.Property, shown, token),
        detail: type,
        documentation: sentence(does),
      }));
  }
  // YAML wants a blank behind the colon.
  const blank = shown.source.bytes[token.start - 1] === COLON ? ' ' : '';
  return (fields.find(({ name }) => name === key)?.values ?? []).map(({ name, does }) => ({
    ...item(name, blank + name, CompletionItemKind.EnumMember, shown, token),
    ...(does === undefined ? {} : { documentation: sentence(does) }),
  }));
}

/** The text is in the place of the token, which a client filters by. */
function item(
  label: string,
  newText: string,
  kind: CompletionItemKind,
  shown: Shown,
  span: Span,
): CompletionItem {
  return {
    label,
    kind,
    filterText: newText,
    textEdit: { range: lspRange(shown, span), newText },
  };
}
