import { expect, test } from 'vitest';
import { localParts, OUTPOST_NAMES } from './elsewhere.ts';
import { invocationOf } from './program.ts';
import { splitShell } from './split.ts';
import type { ShellCommand } from './types.ts';

/** The texts about this machine, then the variables that are handed on. */
function parts(line: string): readonly string[] | undefined {
  const invocation = invocationOf(splitShell(line).commands[0] as ShellCommand);
  const found = invocation && localParts(invocation);
  return found && [...found.texts.map(({ text }) => text), ...[...found.handedOn].map((name) => `$${name}`)];
}

test.each<[string, readonly string[] | undefined]>([
  ['kiln-mcp -v /a:/b', undefined],
  ['npx docker -v /a:/b', undefined],
  ['docker run -i --rm oven /home/node/x', []],
  ['docker run -v clay:/home/node -w /home/node oven', ['clay']],
  ['docker run -v /a:/home/node:ro --volume=/b:/c oven', ['/a', '/b']],
  ["docker run -v 'D:\\a:/b' -v 'D:/c:/d' oven", ['D:\\a', 'D:/c']],
  // A volume of the container's own.
  ['docker run -v /home/node/x oven', ['']],
  ['docker run --mount type=bind,source=/a,target=/b oven --mount type=bind,src=/c', ['/a']],
  ['docker run --mount type=volume,target=/b oven', ['']],
  ['docker run -e HOME=/home/node -e KILN --env=OVEN --env-file /a oven', ['/a', '$KILN', '$OVEN']],
  ['docker exec -w /home/node -e KILN oven node /home/node/x', ['$KILN']],
  ['docker compose -f /a run --rm oven -f /home/node/x', ['/a']],
  ['docker --config /a container run -v /b:/c oven -v /d:/e', ['/a', '/b']],
  ['podman run -v /a:/b oven', ['/a']],
  ['docker-compose -f /a exec oven kiln', ['/a']],
  ['kubectl --kubeconfig /a exec -i oven -- kiln /home/node', ['/a']],
  ['ssh -i /a -o A=b kiln.example /home/mira/kiln', ['/a']],
])('%s', (line, expected) => {
  expect(parts(line)).toEqual(expected);
  expect(OUTPOST_NAMES.test(line) || expected === undefined).toBe(true);
});
