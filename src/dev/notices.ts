import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './manifest.ts';

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name?: string };
}

function authorOf(pkg: PackageJson): string | undefined {
  return typeof pkg.author === 'string' ? pkg.author : pkg.author?.name;
}

function licenceTexts(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => LICENCE_FILE.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
}

/** A package without a licence file of its own still gets its name, its licence's name and its author named. */
function notice(folder: string): string {
  const pkg = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson;
  if (pkg.license === undefined) throw new Error(`${pkg.name} names no licence, so it cannot be bundled`);
  const author = authorOf(pkg);
  const head = [`${pkg.name} ${pkg.version}`, `Licence: ${pkg.license}`];
  if (author !== undefined) head.push(`Author: ${author}`);
  return [head.join('\n'), ...licenceTexts(folder)].join('\n\n');
}

/**
 * The text of `THIRD-PARTY-NOTICES.txt`: name, version and licence of every package that a module of the bundle
 * comes from.
 * @param modules absolute paths of the modules whose code is in the bundle
 * @throws when a package names no licence
 */
export function thirdPartyNotices(modules: Iterable<string>): string {
  const folders = new Set<string>();
  for (const module of modules) {
    const folder = packageFolder(module.replaceAll('\\', '/'));
    if (folder !== undefined) folders.add(folder);
  }
  const notices = [...folders].sort().map(notice);
  const head = 'The built program contains code of these packages.';
  return `${[head, ...notices].join(`\n\n${'-'.repeat(78)}\n\n`)}\n`;
}
