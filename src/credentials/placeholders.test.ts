import { expect, test } from 'vitest';
import { isPlaceholder } from './placeholders.ts';
import { assemble } from './testing.ts';

const x = '$' + '{X}';

test.each([
  x,
  '$X',
  '$HERON_TOKEN',
  `$${'{X:-default}'}`,
  '<your-key>',
  '<your token>',
  '{{x}}',
  '{{ secrets.X }}',
  '{env:X}',
  `$${'{input:x}'}`,
  `$${'{env:X}'}`,
  '%HERON%',
  'YOUR_API_KEY',
  'your-token-here',
  'xoxb-your-token-here',
  'xxx',
  'XXXXXXXX',
  'sk-xxxxxxxxxxxxxxxx',
  'changeme',
  'CHANGE_ME',
  '***',
  '********',
  '...',
  'sk-...',
  'ghp_…',
  'aaaaaaaa',
  '00000000-0000-0000-0000-000000000000',
  'TODO',
  'REDACTED',
  '[REDACTED]',
  `prefix-${x}`,
  `Bearer ${x}`,
  '',
  '  ',
  '1234567890',
  'abcdefghijklmnop',
  '0123456789abcdef',
  'my-secret-token',
  'enter_your_api_key',
  'replace-me',
  'dummy-value',
  '__TOKEN__',
  '@@TOKEN@@',
  '{api_key}',
  '$(cat key)',
  'process.env.KEY',
  '`cat key`',
  '#{Token}#',
  'YourApiKey',
  'yourApiKeyHere',
  'XXXX-xxxx',
  'aAaAaAaA',
  ['16C7e42F292c', '6912E7710c', '838347Ae178B4a'].join(''),
  ['AKIA', 'IOSFODNN7', 'EXAMPLE'].join(''),
  ['sk_te', 'st_4eC39HqL', 'yjWDarjtT1zdp7dc'].join(''),
])('%s is a placeholder', (value) => {
  expect(isPlaceholder(value)).toBe(true);
});

test.each([
  'hunter2',
  'Pa$$w0rd!',
  'p%C3%A9ch%C3%A9',
  'correct horse battery',
  'u{8}vq',
  assemble([['A', 40]]),
  assemble([['h', 32]]),
  'todo7q9',
  'yourself',
  'hereford9',
  'yourself7q',
  '`half',
])('%s is none', (value) => {
  expect(isPlaceholder(value)).toBe(false);
});

test("the user's own placeholders are compared whole", () => {
  expect(isPlaceholder('SET-ON-DEPLOY', ['SET-ON-DEPLOY'])).toBe(true);
  expect(isPlaceholder('SET-ON-DEPLOY-7', ['SET-ON-DEPLOY'])).toBe(false);
});
