import { holdsGap } from './mcp-placeholders.ts';

/** Why no connection comes about at an address, or a bad one. */
export type AddressProblem =
  | { readonly code: 'no-address' }
  | { readonly code: 'scheme'; readonly scheme: string }
  /** Everybody on the way can read and change what is sent. */
  | { readonly code: 'clear-text' };

const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'ws', 'wss']);

/** A scheme, and the first character of an authority. Neither Go nor a browser connects to anything without the two. */
const BEGINNING = /^([A-Za-z][A-Za-z0-9+.-]{0,30}):\/\/([^/?#\\]?)/;

/** What Go's `net/url` refuses, and the URL Standard passes over: controls anywhere, white space around it. */
const STRAY = /^\s|\s$|[\u0000-\u001f\u007f]/;

/**
 * What is wrong with the address of a server. Of one that is filled in elsewhere nobody can know.
 * Source: https://pkg.go.dev/net/url, https://url.spec.whatwg.org.
 */
export function addressProblem(address: string): AddressProblem | undefined {
  const [, spelled, authority] = BEGINNING.exec(address) ?? [];
  const scheme = spelled?.toLowerCase();
  const known = scheme !== undefined && SCHEMES.has(scheme);
  if (!known || authority === '' || STRAY.test(address) || !URL.canParse(address)) {
    if (isFilledIn(address)) return undefined;
    return scheme === undefined || known ? { code: 'no-address' } : { code: 'scheme', scheme };
  }
  if (scheme !== 'http') return undefined;
  const { hostname } = new URL(address);
  return isThisMachine(hostname) || isFilledIn(hostname) ? undefined : { code: 'clear-text' };
}

/** Whether two addresses lead to the same place: letter case of the host, a port that goes without saying, `/` for no path. */
export function sameAddress(a: string, b: string): boolean {
  return a === b || (URL.canParse(a) && URL.canParse(b) && new URL(a).href === new URL(b).href);
}

/** Marks of a placeholder; no host name holds one. */
function isFilledIn(text: string): boolean {
  return /[${}<>]|%[A-Z_]\w+%/i.test(text) || holdsGap(text);
}

/** `hostname`: as the URL Standard writes it, so 127.1 and 0x7f000001 have their four parts. */
function isThisMachine(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return (
    /^127\.\d+\.\d+\.\d+$/.test(host) ||
    /(?:^|\.)localhost$/.test(host) ||
    HERE.has(host) ||
    /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(host)
  );
}

const HERE: ReadonlySet<string> = new Set(['0.0.0.0', '[::]', '[::1]', 'host.docker.internal']);
