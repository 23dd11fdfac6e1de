import { expect, test } from 'vitest';
import { startedPackage } from './packages.ts';

test.each<[string, string | undefined]>([
  ['npx @orchard/mcp', 'npm @orchard/mcp @orchard/mcp'],
  ['npx -y @orchard/mcp@1.2.3 --port 1', 'npm @orchard/mcp@1.2.3 @orchard/mcp'],
  ['npx --yes orchard@latest', 'npm orchard@latest orchard'],
  ['npx -p @orchard/mcp@2 orchard-mcp', 'npm @orchard/mcp@2 @orchard/mcp'],
  ['npx --package=@orchard/mcp -- orchard-mcp', 'npm @orchard/mcp @orchard/mcp'],
  ['npx.cmd -y orchard', 'npm orchard orchard'],
  ['/usr/local/bin/npx orchard', 'npm orchard orchard'],
  ['cmd /c npx -y orchard', 'npm orchard orchard'],
  ['env A=1 npx orchard', 'npm orchard orchard'],
  ['bunx orchard', 'npm orchard orchard'],
  ['bun x orchard', 'npm orchard orchard'],
  ['bun run orchard', undefined],
  ['pnpm dlx orchard@1', 'npm orchard@1 orchard'],
  ['pnpm install orchard', undefined],
  ['yarn dlx -q orchard', 'npm orchard orchard'],
  ['npm exec -- orchard@3', 'npm orchard@3 orchard'],
  ['npm x orchard', 'npm orchard orchard'],
  ['npm run orchard', undefined],
  ['uvx kiln-mcp', 'pypi kiln-mcp kiln-mcp'],
  ['uvx --from kiln-mcp==1.0 kiln', 'pypi kiln-mcp==1.0 kiln-mcp'],
  ['uvx --python 3.12 kiln-mcp[extra]>=1', 'pypi kiln-mcp[extra]>=1 kiln-mcp'],
  ['uv tool run kiln-mcp@latest', 'pypi kiln-mcp@latest kiln-mcp'],
  ['uv run kiln.py', undefined],
  ['pipx run --spec kiln-mcp==2 kiln', 'pypi kiln-mcp==2 kiln-mcp'],
  [
    'docker run -i --rm -e KEY -v /a:/b ghcr.io/orchard/mcp:1.4',
    'image ghcr.io/orchard/mcp:1.4 ghcr.io/orchard/mcp',
  ],
  [
    'docker run --name=a localhost:5000/orchard@sha256:00 --flag',
    'image localhost:5000/orchard@sha256:00 localhost:5000/orchard',
  ],
  ['podman run orchard', 'image orchard orchard'],
  ['docker compose up', undefined],
  ['node npx', undefined],
  ['npx', undefined],
  ['npx -y', undefined],
  ['', undefined],
])('%s', (line, expected) => {
  const found = startedPackage(line.split(' '));
  expect(found && `${found.from} ${found.spec} ${found.name}`).toBe(expected);
});
