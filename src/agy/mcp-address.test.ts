import { expect, test } from 'vitest';
import fc from '../test/property.ts';
import { addressProblem, sameAddress } from './mcp-address.ts';

test('an address that Go and a browser can connect to has no problem, whatever its path', () => {
  const scheme = fc.constantFrom('https', 'wss', 'ws', 'HTTPS');
  const host = fc.constantFrom('pier.example', 'pier', 'pier.example:7420', '192.0.2.7', '[2001:db8::7]');
  const path = fc.webPath();
  fc.assert(
    fc.property(scheme, host, path, (one, two, three) => {
      expect(addressProblem(`${one}://${two}${three}`)).toBeUndefined();
    }),
  );
});

test('any text is judged without an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      addressProblem(text);
      addressProblem(`http://${text}`);
      expect(sameAddress(text, text)).toBe(true);
    }),
  );
});

test.each<[string, string, boolean]>([
  ['https://a.example', 'https://a.example/', true],
  ['https://A.example:443/x', 'https://a.example/x', true],
  ['https://a.example/x', 'https://a.example/X', false],
  ['https://a.example/x', 'https://a.example/x/', false],
  ['https://a.example/', 'http://a.example/', false],
  ['nonsense', 'nonsense', true],
  ['nonsense', 'Nonsense', false],
])('%s and %s', (a, b, expected) => {
  expect(sameAddress(a, b)).toBe(expected);
});
