import { expect, test } from 'vitest';
import { nearestTrigger, type TriggerKey, triggerKey } from './rule-trigger.ts';

test.each<[string, string | undefined]>([
  ['model-decision', 'model_decision'],
  ['modelDecision', 'model_decision'],
  ['MODEL_DECISION', 'model_decision'],
  ['always', 'always_on'],
  ['alwaysOn', 'always_on'],
  ['always on', 'always_on'],
  ['globs', 'glob'],
  ['Glob', 'glob'],
  ['manaul', 'manual'],
  ['manua', 'manual'],
  ['model_decison', 'model_decision'],
  ['alway_on', 'always_on'],
  ['on-demand', 'manual'],
  ['on', undefined],
  ['', undefined],
  ['kiln', undefined],
  ['manual'.repeat(10), undefined],
])('%s', (word, expected) => {
  expect(nearestTrigger(word)).toBe(expected);
});

test.each<[Record<string, string | undefined>, TriggerKey | undefined]>([
  [{ description: 'a' }, undefined],
  [{ Trigger: 'always_on' }, { key: 'Trigger', instead: 'always_on' }],
  [
    { alwaysApply: 'true', triger: 'manual' },
    { key: 'triger', instead: 'manual' },
  ],
  [{ triggers: undefined }, { key: 'triggers' }],
  [{ alwaysApply: 'true' }, { key: 'alwaysApply', host: 'Cursor', instead: 'always_on' }],
  [
    { alwaysApply: 'false', globs: '*.ts' },
    { key: 'alwaysApply', host: 'Cursor', instead: 'glob' },
  ],
  [
    { alwaysApply: 'false', globs: '', description: 'a' },
    { key: 'alwaysApply', host: 'Cursor', instead: 'model_decision' },
  ],
  [{ alwaysApply: 'false' }, { key: 'alwaysApply', host: 'Cursor', instead: 'manual' }],
  [{ inclusion: 'fileMatch' }, { key: 'inclusion', host: 'Kiro', instead: 'glob' }],
  [{ inclusion: undefined }, { key: 'inclusion', host: 'Kiro' }],
  [{ applyTo: '**' }, { key: 'applyTo', host: 'GitHub Copilot', instead: 'glob' }],
  [{ paths: undefined }, { key: 'paths', host: 'Claude Code', instead: 'glob' }],
])('%j', (keys, expected) => {
  expect(triggerKey(new Map(Object.entries(keys)))).toEqual(expected);
});
