import { expect, test } from 'vitest';
import { pathFrom } from './path.ts';

test.each([
  ['.agents', '.agents/hooks/sift.sh', './hooks/sift.sh'],
  ['.agents', 'tools/sift.sh', '../tools/sift.sh'],
  ['.agents', 'sift.sh', '../sift.sh'],
  ['.agents/plugins/mill', '.agents/hooks/sift.sh', '../../hooks/sift.sh'],
  ['.', 'tools/sift.sh', './tools/sift.sh'],
  ['.agents', '.agents', '../.agents'],
])('from %s to %s: %s', (folder, file, path) => {
  expect(pathFrom(folder, file)).toBe(path);
});
