/**
 * Made-up credentials by name, put together when a test runs, so that neither a scanner nor a reader finds one in the
 * tree. Fixtures name them as `%secret:NAME%`.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'github-pat': ['gh', 'p_', 'k3Rv9TzQ', '1mWx7LbN', '4cYd8HsJ', '2fGp6VaE', 'uR5o'],
  'slack-bot': ['xo', 'xb-', '301877245519', '-', '412290713358', '-', 'Qm4Zt8Wk2Lr6Xv0Np3Bs7Hdy'],
  password: ['Ple', 'nty-0f', '-Kelp', '77'],
  key: ['q7Xw', 'R2mN', '9vLc', '4TzB', '8kHs', '1dFy'],
};

export function secret(name: string): string {
  const parts = PARTS[name];
  if (parts === undefined) throw new Error(`no made-up credential is called ${name}`);
  return parts.join('');
}

export const SECRETS: readonly string[] = Object.keys(PARTS).map(secret);

/** Puts the credentials into a fixture's text. */
export function withSecrets(text: string): string {
  return text.replace(/%secret:([a-z-]+)%/g, (_, name: string) => secret(name));
}
