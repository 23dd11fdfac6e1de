/** Why `agy plugin install` refuses a name, and the first character at fault. */
export interface InstallProblem {
  readonly code: 'empty' | 'leading-dot' | 'white-space' | 'character';
  /** The character, whole; '' for an empty name. */
  readonly character: string;
}

/**
 * What keeps a plugin of this name from being installed; undefined when nothing does. Install wants `[A-Za-z0-9_-]+` to
 * the last character, so a line end at the end is refused as well. Discovery takes any name. Measured on agy 1.1.25.
 */
export function installProblem(name: string): InstallProblem | undefined {
  const index = name.search(/[^A-Za-z0-9_-]/);
  if (index === -1) return name === '' ? { code: 'empty', character: '' } : undefined;
  const character = String.fromCodePoint(name.codePointAt(index) as number);
  if (index === 0 && character === '.') return { code: 'leading-dot', character };
  return { code: /\s/.test(character) ? 'white-space' : 'character', character };
}

/** A name near to this one that can be installed; '' when no character of it can stay. */
export function installableName(name: string): string {
  return name
    .split(/[^A-Za-z0-9_-]+/)
    .filter((part) => part !== '')
    .join('-');
}
