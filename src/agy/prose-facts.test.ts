import { expect, test } from 'vitest';
import { prosePlace } from './prose-facts.ts';

test.each<[string, string | undefined]>([
  ['rules/kiln.md', 'rule kiln place'],
  ['rules/clay/red.md', 'rule red too-deep'],
  ['rules/GEMINI.md', undefined],
  ['rules/clay/AGENTS.md', undefined],
  ['rules/README.md', undefined],
  ['rules/kiln.mdc', undefined],
  ['rules/kiln.md.bak', undefined],
  ['rules', undefined],
  ['skills/fire/SKILL.md', 'skill fire place'],
  ['skills/old/fire/SKILL.md', 'skill fire too-deep'],
  ['skills/SKILL.md', 'skill  flat'],
  ['skills/stamp.md', 'skill stamp flat'],
  ['skills/README.md', undefined],
  ['skills/LICENSES.md', undefined],
  ['skills/fire/notes.md', undefined],
  ['skills/fire/skill.md', undefined],
  ['agents/potter.md', 'agent potter place'],
  ['agents/readme.md', undefined],
  ['agents/AGENTS.md', undefined],
  ['agents/potter/agent.md', 'agent potter place'],
  ['agents/potter/agent.json', 'agent potter place'],
  ['agents/old/potter/agent.md', 'agent potter too-deep'],
  ['agents/old/potter/agent.json', undefined],
  ['agents/potter/notes.md', undefined],
  ['agents/potter.json', undefined],
  ['workflows/fire.md', 'workflow fire place'],
  ['workflows/fire.md.bak', undefined],
  ['workflows/old/fire.md', undefined],
  ['plugins/kiln/skills/fire/SKILL.md', undefined],
  ['constructor/x.md', undefined],
  ['notes.md', undefined],
  ['', undefined],
])('%s', (path, expected) => {
  const place = prosePlace(path);
  expect(place && `${place.kind} ${place.name} ${place.reach}`).toBe(expected);
});
