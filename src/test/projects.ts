import { secret } from './secrets.ts';

/** An `mcp_config.json` with these servers, indented by two. */
export function servers(map: object): string {
  return `${JSON.stringify({ mcpServers: map }, null, 2)}\n`;
}

/** Nothing to say. */
export const CLEAN = servers({ orchard: { command: 'orchard-mcp' } });

/** One warning of antigravity-mcp-valid, at 6:22. */
export const DROPPED = servers({ kiln: { command: 'kiln-mcp', env: { KILN_PORT: 7700 } } });

/** One error of antigravity-mcp-valid, at 1:3. */
export const FATAL = '{ // opening hours\n}\n';

/** One error of mcp-valid-json, at 6:28. */
export const LEAKING = servers({
  apiary: { command: 'apiary-mcp', env: { APIARY_PASSWORD: secret('password') } },
});

/** The lines of a compact report without their wording: `path:line:col severity rule`. */
export function places(compact: string): readonly string[] {
  return compact
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const parts = /^(.+:\d+:\d+): (error|warning|info) .* \[([a-z-]+)\]$/.exec(line);
      if (parts === null) throw new Error(`no line of a compact report: ${line}`);
      return parts.slice(1).join(' ');
    });
}
