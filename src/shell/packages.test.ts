import { expect, test } from 'vitest';
import { packagesOf, startedPackage } from './packages.ts';
import { startsOf } from './starts.ts';

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
  ['docker --context north container run -it --pull always orchard', 'image orchard orchard'],
  ['docker run -ie KEY orchard', 'image orchard orchard'],
  ['nerdctl run orchard', 'image orchard orchard'],
  ['docker exec -i orchard npx pears', undefined],
  ['npm --silent exec orchard', 'npm orchard orchard'],
  ['pnpm -C tools dlx orchard', 'npm orchard orchard'],
  ['uv --directory tools tool run kiln-mcp', 'pypi kiln-mcp kiln-mcp'],
  ['docker compose up', undefined],
  ['node npx', undefined],
  ['npx', undefined],
  ['npx -y', undefined],
  ['', undefined],
])('%s', (line, expected) => {
  const found = startedPackage(line.split(' '));
  expect(found && `${found.from} ${found.spec} ${found.name}`).toBe(expected);
});

/** What options say of a package: `settled`, `asks`. */
const notes = (line: string): readonly string[] =>
  packagesOf(startsOf(line.split(' '))?.[0]?.invocation as never).map(({ spec, word, settled, asks }) =>
    [spec, word.value, ...(settled ? ['settled'] : []), ...(asks ? ['asks'] : [])].join(' '),
  );

test.each<[string, readonly string[]]>([
  ['npx orchard', ['orchard orchard asks']],
  ['npx -y orchard', ['orchard orchard']],
  ['npx --yes orchard', ['orchard orchard']],
  ['npx -yq orchard', ['orchard orchard']],
  // Behind the package the option is the package's own.
  ['npx orchard -y', ['orchard orchard asks']],
  ['npx --no-install orchard', ['orchard orchard settled asks']],
  ['npm exec orchard', ['orchard orchard asks']],
  ['bunx orchard', ['orchard orchard']],
  ['pnpm dlx orchard', ['orchard orchard']],
  ['npx -y -p orchard@1 --package=pears pick', ['orchard@1 orchard@1', 'pears --package=pears']],
  ['npx -y -c pick', []],
  ['uvx --exclude-newer 2026-01-01 kiln', ['kiln kiln settled']],
  ['uvx --constraints=kiln.txt kiln', ['kiln kiln settled']],
  ['uvx -c kiln.txt --from kiln glaze', ['kiln kiln settled']],
  ['uvx --with glaze kiln', ['kiln kiln']],
  ['pipx run kiln', ['kiln kiln']],
  ['docker run --pull never oven', ['oven oven settled']],
  ['docker run --pull=never oven', ['oven oven settled']],
  ['docker run --pull always oven', ['oven oven']],
])('the packages of %s', (line, expected) => {
  expect(notes(line)).toEqual(expected);
});
