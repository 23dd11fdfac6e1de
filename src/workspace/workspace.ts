import { createFiles, type Files } from './files.ts';
import { type InputRequest, resolveInputs } from './inputs.ts';
import { Search } from './search.ts';
import type { Discovery } from './types.ts';

export type { FileProblemCode, Files, ReadResult } from './files.ts';
export type { InputRequest, Note, UsageProblem } from './inputs.ts';
export type { Why } from './layout.ts';
export type {
  CustomizationRoot,
  Discovery,
  NamedItem,
  Plugin,
  RegistryReport,
  WorkspaceFile,
  WorkspaceProblem,
} from './types.ts';

/**
 * Finds what is to be linted below what was named, and reads it. Never throws for what lies on the disk. With `usage`
 * problems nothing was looked at.
 */
export function discover(request: InputRequest, files: Files = createFiles()): Discovery {
  const inputs = resolveInputs(request, files);
  const { notes, problems: usage } = inputs;
  if (usage.length > 0) {
    const folders = { roots: [], plugins: [], nested: [], strays: [] };
    return {
      roots: [],
      plugins: [],
      registries: [],
      items: [],
      files: [],
      holdsRootFiles: false,
      rootFiles: [],
      problems: [],
      notes,
      usage,
      folders,
      concernsWorkspace: false,
      isSelected: () => false,
      besides: () => [],
    };
  }
  return new Search(request, inputs, files).run();
}
