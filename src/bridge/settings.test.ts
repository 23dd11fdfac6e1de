import { describe, expect, test } from 'vitest';
import { BRIDGE_SETTINGS } from './facts.ts';
import { bridgeCertainty, type Certainty, looksLikeSetting, settingFault } from './settings.ts';

describe('which server is the bridge', () => {
  test.each<[Certainty, string[], string[]]>([
    ['named', ['agy-orch-mcp'], []],
    ['named', ['node', '/opt/agy-orch-mcp/dist/index.js'], []],
    ['named', ['node', 'C:\\tools\\agy-orch-mcp\\dist\\index.js'], []],
    ['named', ['npx', '-y', 'agy-orch-mcp@1.4.0'], []],
    ['named', ['npx', '-y', '@harbour/agy-orch-mcp'], []],
    ['named', ['npx', 'github:harbour/agy-orch-mcp#v1'], []],
    ['named', ['sh', '-c', "cd ~/agy-orch-mcp && exec node 'dist/index.js'"], []],
    ['named', ['node', 'dist/index.js', '../tools/agy-orch-mcp'], []],
    ['likely', ['node', 'dist/index.js'], ['AGY_MCP_BIN']],
    ['likely', ['node', 'dist/index.js'], ['AGY_ORCH_STORAGE_DIR']],
    ['none', ['node', 'dist/index.js'], ['AGY_MCP_TIMEOUT', 'toString']],
    ['none', ['npx', '-y', 'agy-orch-mcp-extras'], []],
    ['none', ['my-agy-orch-mcp'], []],
    ['none', [], []],
  ])('%s: %j %j', (certainty, words, settings) => {
    expect(bridgeCertainty(words, settings)).toBe(certainty);
  });
});

test.each([
  ['AGY_MCP_BIN', true],
  ['agy_mcp_bin', true],
  ['AGY_MCP_', true],
  ['AGY_ORCH_STORAGE_DIR', false],
  ['MCP_TIMEOUT', false],
  ['', false],
])('a name that looks like a setting: %s', (name, expected) => {
  expect(looksLikeSetting(name)).toBe(expected);
});

describe('values', () => {
  const INTEGERS = Object.entries(BRIDGE_SETTINGS).flatMap(([name, setting]) =>
    setting.type === 'integer' ? [[name, setting.min, setting.max] as const] : [],
  );
  test.each(INTEGERS)('%s takes whole numbers from %i to %i', (name, min, max) => {
    const fault = (value: string) => settingFault(name, value, 'named');
    for (const value of [min, max, min + 1, ` ${min} `]) expect(fault(`${value}`)).toBeUndefined();
    for (const value of [
      min - 1,
      max + 1,
      -min,
      0,
      `${min + 1}.5`,
      'many',
      '16k',
      ' ',
      'true',
      'Infinity',
      '1e99',
      '1_024',
    ]) {
      expect({ value, fault: fault(`${value}`) }).toMatchObject({
        fault: { code: 'value', takes: `a whole number from ${min} to ${max}` },
      });
    }
  });

  test.each(['AGY_MCP_ENABLE_BATCH', 'AGY_MCP_ENABLE_FETCH', 'AGY_MCP_ALLOW_FULL_AUTONOMY'])(
    '%s is true or false',
    (name) => {
      for (const value of ['true', 'false']) expect(settingFault(name, value, 'named')).toBeUndefined();
      for (const value of ['TRUE', 'False', '1', '0', 'yes', 'on', ' true', 'null']) {
        expect(settingFault(name, value, 'likely')).toEqual({
          code: 'value',
          takes: 'true or false',
          fallback: 'false',
        });
      }
    },
  );

  test('the surface of tools is one of three', () => {
    const fault = (value: string) => settingFault('AGY_MCP_TOOL_SURFACE', value, 'named');
    for (const value of ['all', 'compat', 'batch']) expect(fault(value)).toBeUndefined();
    for (const value of ['ALL', 'none', 'batch,compat', 'fetch']) {
      expect(fault(value)).toEqual({ code: 'value', takes: 'all, compat or batch', fallback: 'all' });
    }
  });

  test.each([
    ['AGY_MCP_BIN', '~/bin/agy'],
    ['AGY_MCP_DEFAULT_MODEL', '7'],
    ['AGY_MCP_ALLOWED_ROOT', 'true'],
    ['AGY_ORCH_STORAGE_DIR', '/srv/agy'],
    ['AGY_MCP_MAX_CONCURRENT', ''],
    ['AGY_MCP_MAX_CONCURRENT', '${AGENTS}'],
    ['AGY_MCP_MAX_CONCURRENT', '$AGENTS'],
    ['AGY_MCP_MAX_CONCURRENT', '%AGENTS%'],
    ['AGY_MCP_ENABLE_BATCH', '{env:BATCH}'],
    ['AGY_MCP_TOOL_SURFACE', '<all, compat or batch>'],
  ])('%s may be "%s"', (name, value) => {
    expect(settingFault(name, value, 'named')).toBeUndefined();
  });
});

describe('names', () => {
  test.each<[string, string | undefined]>([
    ['AGY_MCP_MAX_CONCURENT', 'AGY_MCP_MAX_CONCURRENT'],
    ['AGY_MCP_CONCURRENT', 'AGY_MCP_MAX_CONCURRENT'],
    ['AGY_MCP_max_concurrent', 'AGY_MCP_MAX_CONCURRENT'],
    ['agy_mcp_bin', 'AGY_MCP_BIN'],
    ['AGY_MCP_STORAGE_DIR', 'AGY_ORCH_STORAGE_DIR'],
    ['AGY_MCP_MAX_OUTPUT_CHAR', 'AGY_MCP_MAX_OUTPUT_CHARS'],
    ['AGY_MCP_TIMEOUT_SECONDS', undefined],
    ['AGY_MCP_X', undefined],
    ['AGY_MCP_', undefined],
    [`AGY_MCP_${'X'.repeat(100_000)}`, undefined],
  ])('%.40s is not known', (name, meant) => {
    const fault = meant === undefined ? { code: 'unknown' } : { code: 'unknown', meant };
    expect(settingFault(name, '1', 'named')).toEqual(fault);
    // Another program may have settings that begin alike.
    expect(settingFault(name, '1', 'likely')).toEqual(meant === undefined ? undefined : fault);
  });
});
