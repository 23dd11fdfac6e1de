/** What is known of the fields that agy reads, as tables. Emulators, schemas and docs are made from these. */

/** The agy release whose behaviour is emulated. */
export const PROFILE = 'agy-1.1.26';

export const MCP_FILE_NAME = 'mcp_config.json';

/** Where several other hosts keep the servers of a repository; agy does not read it. */
export const MCP_JSON_FILE_NAME = '.mcp.json';

/** The one key of the root that is read; compared byte for byte, unlike the fields of a server. */
export const MCP_WRAPPER = 'mcpServers';

/** Where what the tables say of `mcp_config.json` is known from, for people. */
export const MCP_EVIDENCE = 'measured on agy 1.1.26';

/** What the loader takes in a field. `null` is accepted everywhere and clears the field. */
export type FieldType = 'string' | 'boolean' | 'string-list' | 'string-map' | 'oauth' | 'auth-provider';

export interface FieldFact {
  readonly type: FieldType;
  /** What Antigravity does with the field, for hovers, schemas and docs. */
  readonly does: string;
}

/**
 * The fields of a server. Source: user documentation of `antigravity-mcp-valid`, measured on agy 1.1.26; the decoder
 * is Go's `encoding/json`.
 */
export const MCP_FIELDS = {
  command: { type: 'string', does: 'the program to start for a local server' },
  args: { type: 'string-list', does: 'the arguments of the program' },
  env: { type: 'string-map', does: 'variables added to the environment the program inherits from agy' },
  cwd: { type: 'string', does: 'the directory the program starts in' },
  serverUrl: { type: 'string', does: 'the address of a remote server; wins over command and url' },
  url: { type: 'string', does: 'an older spelling of the address of a remote server' },
  headers: { type: 'string-map', does: 'HTTP headers sent to a remote server' },
  authProviderType: { type: 'auth-provider', does: 'how agy signs in to a remote server' },
  oauth: { type: 'oauth', does: 'the OAuth client that agy uses for a remote server' },
  disabled: { type: 'boolean', does: 'switches the server off' },
  disabledTools: { type: 'string-list', does: 'tools of the server that stay switched off' },
} as const satisfies Record<string, FieldFact>;

export type McpField = keyof typeof MCP_FIELDS;

/** The members of `oauth` that are read; all others are ignored. */
export const OAUTH_FIELDS = ['clientId', 'clientSecret'] as const;
export const OAUTH_DOES: Readonly<Record<OauthField, string>> = {
  clientId: 'the id of the OAuth client',
  clientSecret: 'the secret of the OAuth client',
};
export type OauthField = (typeof OAUTH_FIELDS)[number];

/** The only value of `authProviderType` that agy 1.1.26 accepts; the enum's long spelling drops the server. */
export const AUTH_PROVIDER_TYPES: readonly string[] = ['google_credentials'];
