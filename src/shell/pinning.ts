import type { StartedPackage } from './packages.ts';

/**
 * What is known of the version of a package before it is started. `fixed`: a version, a range or a commit is named.
 * `open`: none is, or a tag or a branch, which stands for another version tomorrow. `unknown`: it lies on the disk, or
 * is filled in later.
 */
export type NamedVersion =
  | { readonly state: 'fixed' | 'unknown' }
  | { readonly state: 'open'; readonly tag: string | undefined };

export function namedVersion({ from, spec }: Pick<StartedPackage, 'from' | 'spec'>): NamedVersion {
  if (spec.length > LONGEST_SPEC || FILLED_IN_LATER.test(spec) || LOCAL.test(spec)) return UNKNOWN;
  switch (from) {
    case 'npm':
      return npmVersion(spec);
    case 'pypi':
      return pypiVersion(spec);
    case 'image':
      return imageVersion(spec);
  }
}

const UNKNOWN: NamedVersion = { state: 'unknown' };
const FIXED: NamedVersion = { state: 'fixed' };
const NONE: NamedVersion = { state: 'open', tag: undefined };

/** Nobody publishes a longer name. In UTF-16 units. */
const LONGEST_SPEC = 1000;

/** `${X}`, `$X`, `{{x}}`, `<name>`, `%X%`. A comparison such as `x>=1,<2` has no word in angle brackets. */
const FILLED_IN_LATER = /[${}]|<[A-Za-z][\w -]{0,80}>|%\w{1,80}%/;

const LOCAL =
  /^(?:\.{0,2}[\\/]|\.{1,2}$|~[\\/]|[A-Za-z]:[\\/]|(?:file|link|portal|workspace):)|\.(?:tgz|tar\.gz|whl|zip|py)$/;

/** A commit, or a tag that is a version. */
const FIXED_REF = /^(?:[0-9a-f]{7,64}|(?:[\w.-]{0,80}[-_/])?v?\d[\w.+-]*|semver:.*)$/i;

function refVersion(ref: string | undefined): NamedVersion {
  if (ref === undefined || ref === '') return NONE;
  return FIXED_REF.test(ref) ? FIXED : { state: 'open', tag: ref };
}

/** `git+https://…`, `github:owner/name`, `owner/name`; what stands behind `#` is a commit, a tag or a branch. */
const NPM_GIT =
  /^(?:git(?:\+[a-z]+)?:|git@|(?:github|gitlab|bitbucket|gist):|https?:\/\/[^#]*\.git(?:#|$)|[\w.-]+\/[\w.-]+(?:#|$))/;

function npmVersion(spec: string): NamedVersion {
  const plain = spec.replace(/^(?:npm|jsr):/, '');
  if (NPM_GIT.test(plain)) return refVersion(behind(plain, '#'));
  if (/^[a-z+]+:\/\//.test(plain)) return UNKNOWN;
  const at = plain.indexOf('@', 1);
  const version = at === -1 ? '' : plain.slice(at + 1).trim();
  // Another name for a package: `orchard@npm:@orchard/mcp@1.0.0`.
  if (version.startsWith('npm:')) return npmVersion(version);
  if (NPM_GIT.test(version)) return refVersion(behind(version, '#'));
  if (/^(?:[*xX]|)$/.test(version)) return NONE;
  const isTag = /^[A-Za-z][\w.-]*$/.test(version) && !/^[vV]?\d/.test(version);
  return isTag ? { state: 'open', tag: version } : FIXED;
}

function pypiVersion(spec: string): NamedVersion {
  // `kiln-mcp @ git+https://…`
  const url = spec.replace(/^[\w.-]+(?:\[[^\]]*\])?\s*@\s*(?=[a-z+]+:\/\/)/, '');
  if (/^[a-z+]+:\/\//.test(url)) return url.startsWith('git+') ? refVersion(refOfUrl(url)) : UNKNOWN;
  if (/[=<>~!]/.test(spec)) return FIXED;
  const version = behind(spec, '@')?.trim();
  if (version === undefined) return NONE;
  return version === 'latest' ? { state: 'open', tag: version } : FIXED;
}

/** What stands behind `@` in the path of an address; a user may stand in front of one in its host. */
function refOfUrl(url: string): string | undefined {
  const [address = ''] = url.split('#', 1);
  const path = address.indexOf('/', address.indexOf('://') + 3);
  return path === -1 ? undefined : behind(address.slice(path), '@');
}

/** Tags that move by their nature; any other is taken for a version. */
const MOVING_TAGS: ReadonlySet<string> = new Set(['latest', 'next']);

function imageVersion(spec: string): NamedVersion {
  // podman's name for what was built here.
  if (spec.startsWith('localhost/')) return UNKNOWN;
  if (spec.includes('@')) return FIXED;
  const colon = spec.indexOf(':', spec.lastIndexOf('/') + 1);
  if (colon === -1) return NONE;
  const tag = spec.slice(colon + 1);
  return MOVING_TAGS.has(tag) ? { state: 'open', tag } : FIXED;
}

function behind(text: string, mark: string): string | undefined {
  const at = text.lastIndexOf(mark);
  return at === -1 ? undefined : text.slice(at + 1);
}
