import { createHash } from 'node:crypto';
import type { Finding } from './finding.ts';
import { identity } from './order.ts';

/** Stable under line drift and change of values: the first 128 bits of a SHA-256 over identity and running number. */
export function fingerprint(finding: Finding): string {
  const parts = [...identity(finding), String(finding.ordinal)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
