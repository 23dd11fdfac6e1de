/** Models that an agent can name. Source: the vendor's page on agents; `flash_lite` seen in agy 1.5. */
export const AGENT_MODELS: readonly string[] = ['inherit', 'flash', 'pro', 'flash_lite'];

/** Names that agents of other hosts are written with. Names of Gemini models are not here: newer releases may take them. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/^(?:claude|sonnet|opus|haiku)(?:[-.@\d[]|$)/i, 'Claude Code'],
  [/^(?:gpt-|o[1-9](?:-|$)|codex-)/i, 'Codex'],
];

/** The host in whose agents a model goes by this name; undefined for one that may be Antigravity's. */
export function foreignModel(name: string): string | undefined {
  return FOREIGN.find(([pattern]) => pattern.test(name.trim()))?.[1];
}
