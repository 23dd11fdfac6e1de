import { RULES } from '../../rules/index.ts';
import { prosePlace } from '../agy/prose-facts.ts';
import { defaultConfig } from '../config/defaults.ts';
import type { Finding } from '../engine/finding.ts';
import { type FixOutcome, mend } from '../engine/fix.ts';
import type { Linted } from '../engine/fix-plan.ts';
import { type LintFile, lint } from '../engine/lint.ts';
import { compileSuppression } from '../engine/suppression.ts';
import { kindByFileName } from '../kinds/index.ts';
import { loadLoaders } from '../kinds/loaders.ts';
import type { AnyRule } from '../rule.ts';
import { SourceFile } from '../text/source.ts';
import { placeIn } from './rules.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

interface MemoryOptions {
  readonly suggested?: boolean;
  readonly rules?: readonly AnyRule[];
}

/** Mends one file of a customization root as `skillsaw fix` does, without a disk. */
export async function mendFile(
  name: string,
  content: string | Uint8Array,
  { suggested = false, rules = RULES }: MemoryOptions = {},
): Promise<FixOutcome<Linted>> {
  const check = await checker(name, rules);
  const original = typeof content === 'string' ? encode(content) : content;
  return mend({ suggested, lint: (contents) => check([...contents.values()][0] ?? original) });
}

/** All findings about such a file. */
export async function findingsIn(name: string, bytes: Uint8Array): Promise<readonly Finding[]> {
  return (await (await checker(name, RULES))(bytes)).result.findings;
}

async function checker(
  name: string,
  rules: readonly AnyRule[],
): Promise<(bytes: Uint8Array) => Promise<Linted>> {
  const prose = prosePlace(name);
  const kind = kindByFileName(name, '.agents')?.name ?? prose?.kind;
  if (kind === undefined) throw new Error(`no kind of file is called ${name}`);
  const place = placeIn({}, prose === undefined ? {} : { prose: { name: prose.name, reach: prose.reach } });
  const path = `.agents/${name}`;
  const config = defaultConfig('/repository');
  const suppression = await compileSuppression(config, async () => () => false);
  const loaders = await loadLoaders([kind]);
  const folders = { roots: [], plugins: [], nested: [], strays: [] };
  const workspace = { folders, isSelected: () => true };
  const selection = { only: [], skip: [] };
  return async (bytes) => {
    const source = new SourceFile(path, bytes);
    const absolute = `/repository/${path}`;
    const file: LintFile = { path, repositoryPath: path, absolute, kind, place, source };
    const ids = rules.map(({ id }) => id);
    const result = await lint({
      files: [file],
      loaders,
      workspace,
      besides: () => [],
      rules,
      config,
      selection,
      suppression,
      ids,
    });
    return { result, fileOf: (one) => (one === source ? file : undefined) };
  };
}

/** The file as it is afterwards, as text; undefined when nothing was mended. */
export function textOf({ files }: FixOutcome<Linted>): string | undefined {
  const [file] = files;
  return file === undefined
    ? undefined
    : new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.edited.bytes);
}
