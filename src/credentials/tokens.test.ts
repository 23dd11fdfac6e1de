import { describe, expect, test } from 'vitest';
import fc from '../test/property.ts';
import { DETECTORS } from './formats.ts';
import { assemble, LEADS, NEAR_MISSES, SAMPLES, sampleJwt, samplePem } from './testing.ts';
import { findTokens, mayHoldToken } from './tokens.ts';

const samples = DETECTORS.flatMap((detector) =>
  (SAMPLES[detector.name] ?? []).map((parts, i) => ({ detector, token: assemble(parts), nr: i })),
);

/** What no text can be made from. */
const LOOKS_AROUND = /\(\?<?[=!](?:[^()]|\([^()]*\))*\)/g;

describe('a text that cannot hold a token at a glance', () => {
  test.each(DETECTORS.map((detector) => [detector.name, detector.pattern.source] as const))(
    'holds none: %s',
    (_, source) => {
      const forms = fc.stringMatching(new RegExp(`^(?:${source.replace(LOOKS_AROUND, '')})$`));
      fc.assert(fc.property(forms, (token) => mayHoldToken(token)));
    },
  );

  test('wherever in it the token would stand', () => {
    const token = fc.constantFrom(
      ...samples.map(({ detector, token }) => (LEADS[detector.name] ?? '') + token),
      sampleJwt(),
      samplePem(),
    );
    const words = fc.string({ maxLength: 40 });
    fc.assert(fc.property(words, token, words, (before, one, after) => mayHoldToken(before + one + after)));
  });

  test.each(['', 'a'.repeat(19), `${'a'.repeat(19)} ${'a'.repeat(19)}`, 'antigravity reads hooks.json'])(
    'and %j is none that may',
    (text) => {
      expect(mayHoldToken(text)).toBe(false);
    },
  );
});

describe('published formats', () => {
  test('every detector has a name of its own, a source, a sample and a near miss; there are 45 issuers and more', () => {
    expect(new Set(DETECTORS.map((d) => d.name)).size).toBe(DETECTORS.length);
    expect(DETECTORS.filter((d) => !SAMPLES[d.name]?.length)).toEqual([]);
    expect(Object.keys(SAMPLES).sort()).toEqual(DETECTORS.map((d) => d.name).sort());
    expect(DETECTORS.filter((d) => !NEAR_MISSES[d.name]?.length)).toEqual([]);
    expect(new Set(DETECTORS.map((d) => d.issuer)).size).toBeGreaterThanOrEqual(45);
    expect(DETECTORS.filter((d) => !/^an? /.test(d.what) || d.source === '')).toEqual([]);
  });

  test.each(samples.map((s) => [`${s.detector.name} ${s.nr}`, s] as const))(
    '%s',
    (_, { detector, token }) => {
      const lead = LEADS[detector.name] ?? '';
      for (const [before, after] of [
        ['', ''],
        ['use ', ' now'],
        ['"', '"'],
        ["TOKEN='", "'"],
        ['é(', ')…'],
      ] as const) {
        const text = `${before}${lead}${token}${after}`;
        const start = before.length + lead.length;
        expect(findTokens(text)).toEqual([
          { start, end: start + token.length, what: detector.what, high: true },
        ]);
      }
    },
  );

  test.each(Object.entries(NEAR_MISSES))('%s: nearly one of its tokens, and none', (_, misses) => {
    for (const parts of misses) {
      const text = assemble(parts);
      expect(findTokens(text)).toEqual([]);
      expect(findTokens(`use ${text} now`)).toEqual([]);
    }
  });

  test.each(samples.map((s) => [`${s.detector.name} ${s.nr}`, s] as const))(
    '%s: cut short, or inside a word, it is none',
    (_, { detector, token }) => {
      const lead = LEADS[detector.name] ?? '';
      expect(findTokens(`${lead}${token.slice(0, 9)}`)).toEqual([]);
      if (lead === '' && detector.shift === undefined)
        expect(findTokens(`Z${token}`)).not.toContainEqual(expect.objectContaining({ start: 1 }));
    },
  );

  test.each(samples.map((s) => [`${s.detector.name} ${s.nr}`, s] as const))(
    '%s: filled with one character it is a placeholder',
    (_, { detector }) => {
      for (const parts of SAMPLES[detector.name] ?? []) {
        for (const char of ['x', 'X', '0']) {
          const dull = parts.map((p) => (typeof p === 'string' ? p : char.repeat(p[1]))).join('');
          expect(findTokens(`${LEADS[detector.name] ?? ''}${dull}`)).toEqual([]);
        }
      }
    },
  );
});

describe('private keys', () => {
  test.each([
    'PRIVATE KEY',
    'RSA PRIVATE KEY',
    'EC PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
    'ENCRYPTED PRIVATE KEY',
    'PGP PRIVATE KEY BLOCK',
  ])('%s, whole block', (label) => {
    for (const lineEnd of ['\n', '\r\n', '\\n', '\n    ']) {
      const pem = samplePem(lineEnd, label);
      expect(findTokens(`key: ${pem} end`)).toEqual([
        { start: 5, end: 5 + pem.length, what: 'a private key', high: true },
      ]);
    }
  });

  test('without its end', () => {
    const pem = samplePem().split('-----END')[0] as string;
    expect(findTokens(pem)).toEqual([
      { start: 0, end: pem.trimEnd().length, what: 'a private key', high: true },
    ]);
  });

  test('in the JSON of a service account that stands in a string', () => {
    const account = JSON.stringify({ type: 'service_account', private_key: samplePem() });
    expect(findTokens(account).map((hit) => hit.what)).toEqual(['a private key']);
    expect(findTokens(JSON.stringify(account)).map((hit) => hit.what)).toEqual(['a private key']);
  });

  test.each([
    `${'-'.repeat(5)}BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----`,
    `${'-'.repeat(5)}BEGIN PRIVATE KEY-----`,
    samplePem('\n', 'PUBLIC KEY'),
    samplePem('\n', 'CERTIFICATE'),
  ])('none: %s', (text) => {
    expect(findTokens(text)).toEqual([]);
  });
});

describe('JSON Web Tokens', () => {
  test('three parts with a header that names an algorithm', () => {
    const jwt = sampleJwt();
    expect(findTokens(`Bearer ${jwt}.`)).toEqual([
      { start: 7, end: 7 + jwt.length, what: 'a JSON Web Token', high: true },
    ]);
  });

  test.each([
    ['the sample of jwt.io', sampleJwt({ sub: '1234567890', name: 'John Doe' })],
    ['the sample of jwt.io with another subject', sampleJwt({ sub: 'heron', iat: 1516239022 })],
    ['the sample of RFC 7519', sampleJwt({ iss: 'joe', exp: 1300819380 })],
    ['a public key of Supabase', sampleJwt({ iss: 'supabase', role: 'anon' })],
    ['two parts', sampleJwt().split('.').slice(0, 2).join('.')],
    ['no JSON in front', sampleJwt().replace(/^eyJ/, 'eyJJJ')],
    [
      'a header without algorithm',
      ['eyJ0eXAiOiJKV1QifQ', assemble([['A', 30]]), assemble([['A', 43]])].join('.'),
    ],
  ])('none: %s', (_, text) => {
    expect(findTokens(text)).toEqual([]);
  });
});

describe('time', () => {
  // A text ten times as long may take thirty times as long, never a hundred times.
  const patterns = [
    'ghp_',
    'sk-proj-',
    'sk-ant-api03-',
    'eyJ',
    'eyJhbGciOiJIUzI1NiJ9.',
    '_eyJ',
    'sk-',
    'MT',
    'glpat-aB3dE5fG7hJ9kL1mN3pQ ',
    'xoxb-1234567890-',
    '-----BEGIN PRIVATE KEY-----',
    'SG.',
    '-----BEGIN ',
    '-----END ',
    'M-',
    'glpat-',
    'a',
    'a ',
    '0',
    '7 ',
    'sntrys_eyJ',
    'dp.st.',
    '\\n',
    '%20eyJ',
    'xapp-1-A',
    'sk.eyJ',
    'hooks.slack.com/services/T',
    'AccountKey=',
    'atlasv1.',
  ];
  // The best of three: a busy machine only ever adds.
  const time = (text: string) => {
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 3; run++) {
      const start = performance.now();
      findTokens(text);
      best = Math.min(best, performance.now() - start);
    }
    return best;
  };
  test.each(patterns)('%s over and over', (pattern) => {
    const small = pattern.repeat(Math.ceil(100_000 / pattern.length));
    const large = pattern.repeat(Math.ceil(1_000_000 / pattern.length));
    expect(time(large)).toBeLessThan(30 * time(small) + 300);
  });
});
