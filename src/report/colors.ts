import picocolors from 'picocolors';

export type Colors = ReturnType<typeof picocolors.createColors>;

export function createColors(enabled: boolean): Colors {
  return picocolors.createColors(enabled);
}

export interface ColorEnvironment {
  /** `--color` or `--no-color`. */
  readonly flag: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
}

/** The flag, then NO_COLOR, then FORCE_COLOR (either set to anything but nothing; FORCE_COLOR=0 means no), then the terminal. */
export function wantsColor({ flag, env, isTerminal }: ColorEnvironment): boolean {
  if (flag !== undefined) return flag;
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  const force = env.FORCE_COLOR;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  return isTerminal && env.TERM !== 'dumb';
}
