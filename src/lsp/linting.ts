import type { Relint } from '../run/relint.ts';
import type { WorkspaceFile } from '../workspace/workspace.ts';
import type { OpenFile } from './open-file.ts';
import type { Project } from './project.ts';

/** An open file and what lints it. */
export interface Linting {
  readonly open: OpenFile;
  readonly project: Project;
  readonly relint: Relint;
  readonly file: WorkspaceFile;
}

/** Undefined when the file is none that the project lints. */
export function lintingIn(project: Project | undefined, open: OpenFile, path: string): Linting | undefined {
  const relint = project?.relint;
  const file = relint?.file(path);
  if (project === undefined || relint === undefined || file === undefined) return undefined;
  return { open, project, relint, file };
}
