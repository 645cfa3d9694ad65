import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv6 } from 'node:net';

/** Browsers send where a request comes from. Other programs send nothing, and carry no user's cookie. */
export function isCrossSite(headers: IncomingHttpHeaders, ownHost: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== ownHost;
}

const hostShape = /^(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9._-]{1,253}))(?::\d{0,5})?$/i;

/** The name or address in a Host header, without its port, in lower case; null: it is not `uri-host [ ":" port ]`. */
export function hostNamed(host: string): string | null {
  const [, address, name] = hostShape.exec(host) ?? [];
  if (address !== undefined) return isIPv6(address) ? address.toLowerCase() : null;
  return name?.toLowerCase().replace(/\.$/, '') ?? null;
}

/**
 * Whether a request was sent to one of our names: a page of another site may let its own name resolve to our address.
 * Nobody else can have a page under an IP address or localhost. An HTTP/1.0 client may send no host.
 */
export function isOwnHost(host: string, ownNames: readonly string[]): boolean {
  if (host === '') return true;
  const name = hostNamed(host);
  if (name === null) return false;
  if (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')) return true;
  return ownNames.some((own) => own.toLowerCase() === name);
}
