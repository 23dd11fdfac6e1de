import type { Random } from './random.ts';
import { type ByteString, utf8 } from './spell.ts';

/** What gets into files that people edit, and bytes at which scanners differ. */
const STRAY: readonly ByteString[] = [
  '// note\n',
  '/* note */',
  '/*',
  '# note\n',
  ',',
  ',,',
  ':',
  '"',
  "'",
  '\\',
  '{',
  '}',
  '[',
  ']',
  '0',
  '-',
  '.',
  'e',
  'null',
  'nul',
  'true',
  'tRue',
  'NaN',
  'Infinity',
  'undefined',
  '\0',
  '\x01',
  '\x1f',
  '\n',
  '\t',
  '\x0b',
  '\x0c',
  ' ',
  '\x7f',
  '\x80',
  '\xff',
  utf8('\u00a0'),
  utf8('\ufeff'),
  utf8('\u2028'),
  utf8('\u0085'),
  utf8('\u3000'),
  utf8('\u201c'),
  '\\u12',
  '\\x41',
  '\\u00g0',
  '<<<<<<< ours\n',
];

/** A damaged copy: one to three small accidents. Now and then the copy is still valid. */
export function mutate(r: Random, document: ByteString): ByteString {
  let damaged = document;
  for (let left = r.pick([1, 1, 1, 2, 3]); left > 0; left--) damaged = accident(r, damaged);
  return damaged;
}

/** A position; every other time right before or behind a mark of the grammar, where most rules of it apply. */
function place(r: Random, document: ByteString): number {
  const from = r.between(0, document.length);
  if (r.chance(0.5)) return from;
  const next = document.slice(from).search(/[[\]{},:"]/);
  return next === -1 ? from : from + next + r.between(0, 1);
}

function accident(r: Random, document: ByteString): ByteString {
  const at = place(r, document);
  const to = Math.min(document.length, at + r.pick([1, 1, 1, 2, 5, 20]));
  const before = document.slice(0, at);
  switch (r.weighted({ insert: 5, replace: 3, remove: 4, comma: 1, repeat: 1, swap: 1 })) {
    case 'insert':
      return before + r.pick(STRAY) + document.slice(at);
    case 'replace':
      return (
        before +
        (r.chance(0.5) ? r.pick(STRAY) : String.fromCharCode(r.between(0, 255))) +
        document.slice(at + 1)
      );
    case 'remove':
      return before + document.slice(to);
    case 'comma': {
      const close = document.slice(at).search(/[\]}]/);
      return close === -1 ? `${document},` : `${document.slice(0, at + close)},${document.slice(at + close)}`;
    }
    case 'repeat':
      return document.slice(0, to) + document.slice(at);
    case 'swap':
      return before + document.slice(at, to).split('').reverse().join('') + document.slice(to);
  }
}

/** The beginning of a document. */
export function truncate(r: Random, document: ByteString): ByteString {
  return document.slice(0, r.between(0, document.length));
}

/** A document in a wrapping that is not strict JSON, or only just. */
export function wrap(r: Random, document: ByteString): ByteString {
  switch (r.weighted({ mark: 2, after: 3, before: 2, wide: 1, blank: 1, twice: 1, nothing: 1, noise: 1 })) {
    case 'mark':
      return `\xef\xbb\xbf${document}`;
    case 'after':
      return document + r.pick(STRAY);
    case 'before':
      return r.pick(STRAY) + document;
    case 'wide': {
      const wide = Buffer.from(document, 'utf16le');
      if (r.chance(0.5)) wide.swap16();
      return r.pick(['', '\xff\xfe', '\xfe\xff']) + wide.toString('latin1');
    }
    case 'blank':
      return r.pick(['', ' ', '\n\n', '\t \r\n', '\0', '\xef\xbb\xbf', '\x0c', utf8('\u00a0')]);
    case 'twice':
      return document + r.pick(['', '\n', ' ']) + document;
    case 'nothing':
      return ` \r\n\t${document}\n\n `;
    case 'noise': {
      let noise = '';
      for (let left = r.between(1, 24); left > 0; left--) noise += String.fromCharCode(r.between(0, 255));
      return noise;
    }
  }
}
