import type { Decoding, Effective, Explanation, Step } from '../inventory/explanation.ts';
import type { ServerEntry } from '../inventory/types.ts';
import type { InventoryView } from './inventory-text.ts';
import { placeText, quoted, shownName, shownPath, shownWord, targetText } from './server-words.ts';
import { cutTo, padEnd, widest, wrap } from './width.ts';

const LEVELS: readonly Step['level'][] = ['wrapper', 'server', 'field'];
const EFFECTS: Readonly<Record<Step['effect'], string>> = {
  counts: 'counts',
  created: 'created',
  replaced: 'replaced',
  merged: 'merged',
  cleared: 'cleared',
  refused: 'refused',
  unread: 'not read',
};
const INDENT = '  ';
const GAP = '  ';

/** How a server was decoded, for people: a block a file. */
export function explanationText({ name, decodings }: Explanation, view: InventoryView): string {
  return `${decodings.map((decoding) => block(name, decoding, view).join('\n')).join('\n\n')}\n`;
}

function block(name: string, decoding: Decoding, { colors, width }: InventoryView): readonly string[] {
  const { file, entry, steps, effective } = decoding;
  const outcome = entry === undefined ? [NO_SERVER] : [...outcomeOf(entry, effective)];
  return [
    `${colors.bold(cutTo(shownName(name), Math.floor(width / 2)))} in ${colors.bold(shownPath(file.path))}`,
    '',
    ...stepLines(steps, width).map((line, index) => (index === 0 ? colors.dim(line) : line)),
    '',
    ...outcome.flatMap((text) => wrap(text, width - INDENT.length)).map((line) => INDENT + line),
    ...(effective.length === 0 ? [] : ['', ...effectiveLines(effective, width)]),
  ];
}

const NO_SERVER = 'In the end there is no server of this name: every spelling of it was replaced.';

function stepLines(steps: readonly Step[], width: number): readonly string[] {
  const spelled = steps.map(({ level, key }) => INDENT.repeat(LEVELS.indexOf(level)) + shownName(key));
  const keyWidth = widest('SPELLING', spelled, Math.floor(width * 0.35));
  const effectWidth = widest(
    'EFFECT',
    steps.map(({ effect }) => EFFECTS[effect]),
    8,
  );
  const lineWidth = widest(
    'LINE',
    steps.map(({ at }) => String(at.line)),
    10,
  );
  const before = INDENT.length + lineWidth + keyWidth + effectWidth + 3 * GAP.length;
  const row = (line: string, key: string, effect: string, message: string): string =>
    `${INDENT}${[line.padStart(lineWidth), padEnd(cutTo(key, keyWidth), keyWidth), padEnd(effect, effectWidth), message].join(GAP)}`.trimEnd();
  return [
    row('LINE', 'SPELLING', 'EFFECT', ''),
    ...steps.flatMap(({ effect, message, at }, index) => {
      const [first = '', ...more] = wrap(message, Math.max(10, width - before));
      return [
        row(String(at.line), spelled[index] ?? '', EFFECTS[effect], first),
        ...more.map((line) => ' '.repeat(before) + line),
      ];
    }),
  ];
}

/** What became of the server, in sentences. */
function* outcomeOf(entry: ServerEntry, effective: readonly Effective[]): Generator<string> {
  const { state, reasons, at, clashes } = entry;
  const why = reasons.map(({ message, at: place }) => `${message} (${placeText(place, at.path)})`).join('; ');
  switch (state) {
    case 'dropped':
      yield `In the end it is dropped without a word: ${why}.`;
      break;
    case 'inert':
      yield `In the end it is loaded and starts nothing: ${why}.`;
      break;
    case 'disabled':
      yield `In the end it is disabled: ${why}.`;
      break;
    case 'not-loaded':
      yield `In the end it is not loaded: ${why}.`;
      break;
    default:
      yield `In the end it is loaded: ${connectionOf(entry)}.`;
  }
  const isRemote = entry.url !== undefined;
  if (isRemote && effective.some(({ field, value }) => field === 'command' && value !== '')) {
    yield 'serverUrl wins over command, which never runs.';
  }
  if (clashes.length > 0) {
    const places = clashes.map((place) => placeText(place, '')).join(', ');
    yield `A server of the same name is loaded together with it from ${places}; which of them counts is not documented, and all may start.`;
  }
}

function connectionOf(entry: ServerEntry): string {
  if (entry.url !== undefined) return `Antigravity connects to ${shownWord(entry.url)}`;
  if (entry.command !== undefined) return `Antigravity runs ${targetText(entry)}`;
  return 'it names neither a program nor an address, so there is nothing to run or to connect to';
}

function effectiveLines(effective: readonly Effective[], width: number): readonly string[] {
  const names = effective.map(({ field }) => shownName(field));
  const nameWidth = widest('', names, Math.floor(width * 0.4));
  return effective.map(({ value, line }, index) => {
    const place = `(line ${line})`;
    const room = width - 2 * INDENT.length - nameWidth - 2 * GAP.length - place.length;
    const shown = value === undefined ? '' : cutTo(valueText(value), Math.max(10, room));
    const cells = [
      padEnd(cutTo(names[index] ?? '', nameWidth), nameWidth),
      ...(shown === '' ? [] : [shown]),
      place,
    ];
    return `${INDENT.repeat(2)}${cells.join(GAP)}`;
  });
}

function valueText(value: NonNullable<Effective['value']>): string {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return value === '' ? '""' : shownWord(value);
  return value.map((word) => quoted(shownWord(word))).join(' ');
}
