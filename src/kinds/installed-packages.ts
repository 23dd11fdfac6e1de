import type { Surroundings } from './place.ts';

const KEYS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

/** One manifest serves many files of a repository. */
const known = new WeakMap<Uint8Array, ReadonlySet<string>>();

/**
 * The npm packages that `package.json` beside a customization root, or at the repository root, installs, and the package
 * itself: runners take these before they look elsewhere.
 * @param surroundings of a file in the customization root
 */
export function installedPackages(surroundings: Surroundings): ReadonlySet<string> {
  const beside = packagesIn(surroundings.read('../package.json', 'folder')?.bytes);
  const top = packagesIn(surroundings.read('package.json', 'repository')?.bytes);
  return beside === top ? beside : new Set([...beside, ...top]);
}

function packagesIn(bytes: Uint8Array | undefined): ReadonlySet<string> {
  if (bytes === undefined) return new Set();
  let packages = known.get(bytes);
  if (packages === undefined) {
    packages = new Set(namesIn(bytes));
    known.set(bytes, packages);
  }
  return packages;
}

function namesIn(bytes: Uint8Array): readonly string[] {
  let manifest: unknown;
  try {
    manifest = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return [];
  }
  if (!isRecord(manifest)) return [];
  const { name } = manifest;
  const installed = KEYS.flatMap((key) => (isRecord(manifest[key]) ? Object.keys(manifest[key]) : []));
  return typeof name === 'string' ? [name, ...installed] : installed;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
