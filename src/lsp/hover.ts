import { type Hover, MarkupKind, type Position } from 'vscode-languageserver/node';
import { MCP_WRAPPER } from '../agy/facts.ts';
import { emulateMcpConfig, type LoaderSettings } from '../agy/mcp-config.ts';
import type { FileKindName } from '../kinds/index.ts';
import { sentence } from '../text/sentence.ts';
import type { SourceFile } from '../text/source.ts';
import type { Span } from '../text/span.ts';
import { type Field, fieldNamed, keysAt } from './fields.ts';
import { headFields } from './head-fields.ts';
import { hasHead, headPlace } from './head-place.ts';
import { jsonPlace } from './json-place.ts';
import { lspRange, offsetOf, type Shown } from './positions.ts';
import { serverForm } from './server-form.ts';

export interface HoverSettings extends LoaderSettings {
  /** Whether the client shows markdown. */
  readonly markdown: boolean;
}

/** A text for people: a heading and paragraphs, or lines that stand as they are. */
type Told =
  | { readonly title: string; readonly paragraphs: readonly string[] }
  | { readonly title: string; readonly lines: readonly string[] };

/** What is known of the key or the server at a position; undefined where there is neither. */
export function hoverAt(
  kind: FileKindName,
  shown: Shown,
  position: Position,
  settings: HoverSettings,
): Hover | undefined {
  const offset = offsetOf(shown, position);
  const found = hasHead(kind)
    ? ofHead(kind, shown.source.bytes, offset)
    : ofKey(kind, shown.source, offset, settings);
  if (found === undefined) return undefined;
  const { told, at } = found;
  const contents = settings.markdown
    ? { kind: MarkupKind.Markdown, value: asMarkdown(told) }
    : { kind: MarkupKind.PlainText, value: asText(told) };
  return { contents, range: lspRange(shown, at) };
}

interface Found {
  readonly told: Told;
  readonly at: Span;
}

function ofHead(
  kind: Parameters<typeof headFields>[0],
  bytes: Uint8Array,
  offset: number,
): Found | undefined {
  const place = headPlace(bytes, offset);
  const field = headFields(kind).find(({ name }) => name === place?.key);
  if (place === undefined || field === undefined) return undefined;
  if (place.role === 'key')
    return { told: { title: field.name, paragraphs: aboutField(field) }, at: place.token };
  const value = new TextDecoder().decode(bytes.subarray(place.token.start, place.token.end));
  const known = field.values.find(({ name }) => name === value);
  if (known?.does === undefined) return undefined;
  const paragraphs = [sentence(known.does), `Evidence: ${field.evidence}.`];
  return { told: { title: `${field.name}: ${known.name}`, paragraphs }, at: place.token };
}

function ofKey(
  kind: FileKindName,
  source: SourceFile,
  offset: number,
  settings: LoaderSettings,
): Found | undefined {
  const { role, path, key, token } = jsonPlace(source.bytes, offset);
  if (role !== 'key' || key === undefined || token === undefined) return undefined;
  if (kind === 'mcp-config' && path.length === 1 && path[0] === MCP_WRAPPER) {
    return { told: aboutServer(key, source, settings), at: token };
  }
  const keys = keysAt(kind, path);
  if (keys === undefined) return undefined;
  const field = fieldNamed(keys, key);
  const told =
    field === undefined
      ? { title: 'Not read', paragraphs: ['Antigravity passes over a key of this name here.'] }
      : { title: field.name, paragraphs: aboutField(field) };
  return { told, at: token };
}

function aboutField({ type, does, evidence }: Pick<Field, 'type' | 'does' | 'evidence'>): readonly string[] {
  return [sentence(does), `Type: ${type}.`, `Evidence: ${evidence}.`];
}

function aboutServer(name: string, source: SourceFile, settings: LoaderSettings): Told {
  const lines = serverForm(emulateMcpConfig(source.bytes, settings), name, source);
  return lines === undefined
    ? { title: 'Server', paragraphs: ['As the file stands, Antigravity loads no server of this name.'] }
    : { title: 'Server, as Antigravity loads it', lines };
}

function asMarkdown(told: Told): string {
  const title = `**${told.title}**`;
  if ('paragraphs' in told) return [title, ...told.paragraphs].join('\n\n');
  const ticks = told.lines.join('\n').match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...ticks.map(({ length }) => length + 1)));
  return `${title}\n\n${fence}text\n${told.lines.join('\n')}\n${fence}`;
}

function asText(told: Told): string {
  return [told.title, ...('lines' in told ? told.lines : told.paragraphs)].join('\n');
}
