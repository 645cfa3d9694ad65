import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** Browsers say where a request comes from; what is not a browser says nothing, and carries no one's cookie. */
export function isFromElsewhere(headers: IncomingHttpHeaders, ownHost: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== ownHost;
}

/**
 * Whether a request was sent to us by a name of ours. A page of another site may have its own name lead to our address.
 * Under an address, or under localhost, nobody else can have a page.
 */
export function isOwnHost(hostname: string, ownNames: readonly string[]): boolean {
  const plain = hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
  if (plain === '' || isIP(plain) !== 0 || plain === 'localhost' || plain.endsWith('.localhost')) return true;
  return ownNames.some((name) => name.toLowerCase() === plain);
}
