import { suggest } from '../text/suggest.ts';
import { BRIDGE_NAME, BRIDGE_SETTINGS, type BridgeSetting, SETTING_PREFIX } from './facts.ts';

/** What is wrong with a setting. */
export type SettingFault =
  | {
      readonly code: 'unknown';
      /** The setting that is likely meant. */
      readonly meant?: string;
    }
  | {
      readonly code: 'value';
      /** What the bridge takes, and what holds without the setting, in words. */
      readonly takes: string;
      readonly fallback: string;
    };

/** How sure it is that a server is the bridge: by its name, or only by a setting that it knows. */
export type Certainty = 'named' | 'likely' | 'none';

/** The name as a whole word of a path, a package, an address or a line of shell. */
const NAMED = new RegExp(`(?:^|[\\\\/@\\s"'=:])${BRIDGE_NAME}(?:\\.git|\\.js)?(?=$|[\\\\/@:#\\s"';])`);

/** What only the client or a shell can put a value for. */
const REFERENCE = /[$%{}<>]/;

/**
 * Tells whether a server is agy-orch-mcp.
 * @param words its name, program, arguments and directory
 * @param settings the names in its environment
 */
export function bridgeCertainty(words: readonly string[], settings: readonly string[]): Certainty {
  if (words.some((word) => NAMED.test(word))) return 'named';
  return settings.some((name) => Object.hasOwn(BRIDGE_SETTINGS, name)) ? 'likely' : 'none';
}

/** Whether a variable may be one of the bridge's; names of other programs begin otherwise. */
export function looksLikeSetting(name: string): boolean {
  return name.toUpperCase().startsWith(SETTING_PREFIX);
}

/**
 * What is wrong with a setting of the bridge. An empty value counts as none, and one that refers to a variable is not known.
 * Of a server that is only likely the bridge an unknown name is believed to be another program's unless it is a misspelling.
 */
export function settingFault(name: string, value: string, certainty: Certainty): SettingFault | undefined {
  const setting = Object.hasOwn(BRIDGE_SETTINGS, name) ? BRIDGE_SETTINGS[name] : undefined;
  if (setting === undefined) {
    const meant = meantBy(name);
    if (meant === undefined) return certainty === 'named' ? { code: 'unknown' } : undefined;
    return { code: 'unknown', meant };
  }
  if (value === '' || REFERENCE.test(value) || takes(setting, value)) return undefined;
  return { code: 'value', takes: inWords(setting), fallback: setting.default };
}

/** Without the prefix, which would make all names alike. */
function meantBy(name: string): string | undefined {
  const names = new Map(
    Object.keys(BRIDGE_SETTINGS).map((known) => [known.replace(/^AGY_[A-Z]+_/, ''), known]),
  );
  const meant = suggest(name.slice(SETTING_PREFIX.length), [...names.keys()]);
  return meant === undefined ? undefined : names.get(meant);
}

function takes(setting: BridgeSetting, value: string): boolean {
  switch (setting.type) {
    case 'text':
      return true;
    case 'boolean':
      return value === 'true' || value === 'false';
    case 'choice':
      return setting.choices.includes(value);
    case 'integer': {
      const number = value.trim() === '' ? Number.NaN : Number(value);
      return Number.isInteger(number) && number >= setting.min && number <= setting.max;
    }
  }
}

function inWords(setting: BridgeSetting): string {
  switch (setting.type) {
    case 'text':
      return 'any text';
    case 'boolean':
      return 'true or false';
    case 'choice':
      return `${setting.choices.slice(0, -1).join(', ')} or ${setting.choices.at(-1)}`;
    case 'integer':
      return `a whole number from ${setting.min} to ${setting.max}`;
  }
}
