import type { LoaderSettings } from '../agy/mcp-config.ts';
import type { SourceFile } from '../text/source.ts';
import type { FileKindName, FilePlace, FileViewOf } from './index.ts';

/**
 * Makes a view of a file. Never throws for bad content: what is wrong is part of the view. A promise only to load code that few
 * files need.
 */
export type Load<K extends FileKindName> = (
  source: SourceFile,
  place: FilePlace,
  settings: LoaderSettings,
) => FileViewOf<K> | Promise<FileViewOf<K>>;
