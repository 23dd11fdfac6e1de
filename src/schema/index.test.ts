import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, test } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { foldName } from '../agy/fold.ts';
import { emulateHooks } from '../agy/hooks.ts';
import { emulateMcpConfig } from '../agy/mcp-config.ts';
import { emulatePluginManifest } from '../agy/plugin-manifest.ts';
import { loadRegistry } from '../agy/registry.ts';
import { REGISTRY_FILE_NAMES } from '../agy/registry-facts.ts';
import { exampleConfig } from '../config/example.ts';
import { generateHooks } from '../dev/oracle/hooks-generate.ts';
import type { GeneratedDocument } from '../dev/oracle/kind.ts';
import { generateMcp } from '../dev/oracle/mcp-generate.ts';
import { generateRegistry } from '../dev/oracle/registry-generate.ts';
import { parseJson } from '../json/parse.ts';
import type { JsonDoc } from '../json/tree.ts';
import { PROJECT } from '../test/helpers.ts';
import { jsonSchema, SCHEMA_NAMES, type SchemaName } from './index.ts';

const ajv = new Ajv({
  strict: true,
  allowMatchingProperties: true,
  allowUnionTypes: true,
  strictTypes: false,
});

const validators = new Map<SchemaName, ValidateFunction>(
  SCHEMA_NAMES.map((name) => [name, ajv.compile(jsonSchema(name, RULES))]),
);

function validates(name: SchemaName, value: unknown): boolean {
  return validators.get(name)?.(value) === true;
}

/** Whether agy takes all that a document says: nothing is lost to a type. */
const LOADS: Readonly<Record<Exclude<SchemaName, '.skillsaw.yaml'>, (bytes: Uint8Array) => boolean>> = {
  'mcp_config.json': (bytes) => {
    const { state, servers } = emulateMcpConfig(bytes, { extraAuthProviderTypes: [] });
    return state !== 'fatal' && servers.every((server) => server.state !== 'dropped');
  },
  'hooks.json': (bytes) => emulateHooks(bytes).state === 'loaded',
  'plugin.json': (bytes) => emulatePluginManifest(bytes).state === 'loaded',
  registry: (bytes) => loadRegistry(bytes).state === 'loaded',
};

type LoadedName = keyof typeof LOADS;

test.each([
  ['mcp_config.json', '{}', true],
  ['mcp_config.json', 'null', true],
  ['mcp_config.json', '[]', false],
  ['mcp_config.json', '{"mcpServers": null, "$schema": "x"}', true],
  ['mcp_config.json', '{"mcpServers": []}', false],
  ['mcp_config.json', '{"mcpservers": []}', true],
  ['mcp_config.json', '{"mcpServers": {"vat": null, "cask": {}}}', true],
  ['mcp_config.json', '{"mcpServers": {"vat": "cask"}}', false],
  ['mcp_config.json', '{"mcpServers": {"vat": {"command": 1}}}', false],
  ['mcp_config.json', '{"mcpServers": {"vat": {"COMMAND": 1}}}', false],
  ['mcp_config.json', '{"mcpServers": {"vat": {"di\u017fabled": "no"}}}', false],
  ['mcp_config.json', '{"mcpServers": {"vat": {"d\u0131sabled": "no"}}}', true],
  ['mcp_config.json', '{"mcpServers": {"vat": {"env": {"PORT": 1}}}}', false],
  ['mcp_config.json', '{"mcpServers": {"vat": {"env": {"PORT": null}}}}', true],
  ['mcp_config.json', '{"mcpServers": {"vat": {"args": ["-v", null]}}}', true],
  ['mcp_config.json', '{"mcpServers": {"vat": {"args": "-v"}}}', false],
  ['mcp_config.json', '{"mcpServers": {"vat": {"oauth": {"clientid": 1}}}}', false],
  ['mcp_config.json', '{"mcpServers": {"vat": {"oauth": {"scopes": 1}}}}', true],
  ['mcp_config.json', '{"mcpServers": {"vat": {"authProviderType": "google_credentials"}}}', true],
  ['mcp_config.json', '{"mcpServers": {"vat": {"authProviderType": ""}}}', false],
  ['mcp_config.json', '{"mcpServers": {"vat": {"timeout": 1e400, "type": 3, "enabled": "no"}}}', true],
  ['hooks.json', 'null', true],
  ['hooks.json', '{"press": null}', true],
  ['hooks.json', '{"$schema": "x"}', false],
  ['hooks.json', '{"press": {"enabled": false, "version": 1}}', true],
  ['hooks.json', '{"press": {"Enabled": "no"}}', false],
  ['hooks.json', '{"press": {"Stop": [{"command": "make"}]}}', true],
  ['hooks.json', '{"press": {"STOP": {"command": "make"}}}', false],
  ['hooks.json', '{"press": {"Stop": [{"command": "make", "timeout": 1.5}]}}', false],
  ['hooks.json', '{"press": {"Stop": [{"command": "make", "timeout": 2147483648}]}}', false],
  ['hooks.json', '{"press": {"Stop": [{"command": "make", "timeout": -2147483648}]}}', true],
  ['hooks.json', '{"press": {"Stop": [{"type": "shell", "command": "make"}]}}', false],
  ['hooks.json', '{"press": {"Stop": [{"type": "", "command": "make"}]}}', true],
  ['hooks.json', '{"press": {"Stop": [{"command": "make", "prompt": "why"}]}}', false],
  ['hooks.json', '{"press": {"Stop": [{"command": "make", "prompt": ""}]}}', true],
  ['hooks.json', '{"press": {"Stop": [{"Type": "prompt", "prompt": "why", "model": "m"}]}}', true],
  ['hooks.json', '{"press": {"Stop": [{"type": "prompt", "command": "make"}]}}', false],
  ['hooks.json', '{"press": {"Stop": [{"hooks": [{"command": "make"}]}]}}', false],
  ['hooks.json', '{"press": {"Stop": [{"command": "make", "hooks": []}]}}', true],
  ['hooks.json', '{"press": {"PreToolUse": [{"hooks": [{"command": "make"}]}]}}', true],
  ['hooks.json', '{"press": {"PreToolUse": [{"hooks": {"command": "make"}}]}}', false],
  ['hooks.json', '{"press": {"PreToolUse": [{"command": "make"}]}}', true],
  ['plugin.json', '{}', true],
  ['plugin.json', 'null', false],
  ['plugin.json', '{"name": null, "description": "", "version": 1}', true],
  ['plugin.json', '{"name": 1}', false],
  ['plugin.json', '{"Name": 1}', true],
  ['plugin.json', '{"disabled": ""}', false],
  ['registry', 'null', true],
  ['registry', '[]', false],
  ['registry', '{"entries": [{"path": "casks"}, null]}', true],
  ['registry', '{"Entries": [{"PATH": 1}]}', false],
  ['registry', '{"entries": [{"path": "casks", "include_only": ["^a"], "includeOnly": 1}]}', true],
  ['registry', '{"entries": [{"exclude": "^a"}]}', false],
  ['registry', '{"inherits": [{"path": "more.json"}]}', true],
  ['registry', '{"inherits": ["more.json"]}', false],
] as const)('the schema of %s agrees with the loader: %s', (name, text, expected) => {
  expect(LOADS[name](new TextEncoder().encode(text))).toBe(expected);
  expect(validates(name, JSON.parse(text))).toBe(expected);
});

/** What a schema cannot see: keys that come twice, under any spelling, and how a number is written; nor, with half a character, the text of the file. */
function beyondSchemas(doc: JsonDoc): boolean {
  for (let node = doc.root; node < doc.size; node++) {
    const kind = doc.kind(node);
    if (kind === 'number' && /[.eE]/.test(doc.text(node))) return true;
    if (kind !== 'object') continue;
    const keys = [...doc.members(node)].map(({ key }) => foldName(doc.text(key)));
    if (new Set(keys).size < keys.length) return true;
  }
  return false;
}

function comparable(bytes: Uint8Array): { readonly value: unknown } | undefined {
  const parsed = parseJson(bytes, { dialect: 'strict' });
  if (!parsed.ok || beyondSchemas(parsed.doc)) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return /\\ud[89a-f]/.test(JSON.stringify(value)) ? undefined : { value };
  } catch {
    return undefined;
  }
}

test.each([
  ['mcp_config.json', generateMcp],
  ['hooks.json', generateHooks],
  ['registry', generateRegistry],
] as const)(
  'the schema of %s agrees with the loader on generated documents',
  (name, generate: (seed: number, index: number) => GeneratedDocument) => {
    const met = { true: 0, false: 0 };
    for (let index = 0; index < 6000; index++) {
      const { bytes } = generate(11, index);
      const document = comparable(bytes);
      if (document === undefined) continue;
      const loads = LOADS[name](bytes);
      met[`${loads}`]++;
      if (validates(name, document.value) !== loads) {
        expect.fail(`loads: ${loads}, and the schema says otherwise of ${new TextDecoder().decode(bytes)}`);
      }
    }
    expect(Math.min(met.true, met.false)).toBeGreaterThan(150);
  },
);

describe('files of the fixtures', () => {
  const files = readdirSync(join(PROJECT, 'fixtures'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const schemaOf = (file: string): LoadedName | undefined => {
    const name = basename(file);
    if (name in LOADS) return name as LoadedName;
    return (REGISTRY_FILE_NAMES as readonly string[]).includes(name) ? 'registry' : undefined;
  };

  test('agree, each with the schema of its name', () => {
    let compared = 0;
    for (const file of files) {
      const name = schemaOf(file);
      const bytes = readFileSync(file);
      const document = name === undefined ? undefined : comparable(bytes);
      if (name === undefined || document === undefined) continue;
      compared++;
      expect([file, validates(name, document.value)]).toEqual([file, LOADS[name](bytes)]);
    }
    expect(compared).toBeGreaterThan(100);
  });
});

describe('the schema of the configuration', () => {
  test.each([
    ['nothing', null, true],
    ['a rule switched off', { rules: { 'mcp-valid-json': { enabled: false } } }, true],
    ['a rule without settings', { rules: { 'mcp-valid-json': null } }, true],
    ['a rule that is not there', { rules: { 'orchard-valid': { enabled: false } } }, true],
    ['a severity of another name', { rules: { 'mcp-valid-json': { severity: 'fatal' } } }, false],
    ['an option that is not there', { rules: { 'mcp-valid-json': { shadow: true } } }, false],
    ['a list that is a word', { exclude: 'vendor/**' }, false],
    ['an entry without a reason', { rules: { 'mcp-valid-json': { ignore: [{ path: 'a' }] } } }, false],
    ['a version without quotes', { version: 0.2 }, false],
  ])('knows %s', (_, value, expected) => {
    expect(validates('.skillsaw.yaml', value)).toBe(expected);
  });

  test('takes the example', async () => {
    const { parse } = await import('yaml');
    expect(validates('.skillsaw.yaml', parse(exampleConfig(RULES)))).toBe(true);
  });
});
