import { MCP_FILE_NAME } from '../agy/facts.ts';
import { emulateMcpConfig, type LoaderSettings, type McpConfig } from '../agy/mcp-config.ts';
import type { SourceFile } from '../text/source.ts';

/** A file as rules see it: the bytes, and what the loader makes of them. */
export interface FileView<K extends string> {
  readonly kind: K;
  readonly source: SourceFile;
}

export interface McpConfigView extends FileView<'mcp-config'> {
  readonly config: McpConfig;
}

interface Views {
  readonly 'mcp-config': McpConfigView;
}

export type KindName = keyof Views;
export type ViewOf<K extends KindName> = Views[K];

/** A kind of file: the name it goes by on disk, and how it is loaded. */
export interface FileKind<K extends KindName = KindName> {
  readonly name: K;
  readonly fileName: string;
  /** Never throws for bad content: what is wrong is part of the view. */
  load(source: SourceFile, settings: LoaderSettings): ViewOf<K>;
}

const mcpConfig: FileKind<'mcp-config'> = {
  name: 'mcp-config',
  fileName: MCP_FILE_NAME,
  load: (source, settings) => ({
    kind: 'mcp-config',
    source,
    config: emulateMcpConfig(source.bytes, settings),
  }),
};

export const FILE_KINDS: readonly FileKind[] = [mcpConfig];

/** The kind a file's name says it is; undefined for a name that no rule understands. */
export function kindByFileName(name: string): FileKind | undefined {
  return FILE_KINDS.find((kind) => kind.fileName === name);
}
