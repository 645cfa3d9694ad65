import type { IncomingHttpHeaders } from 'node:http';

/** Browsers say where a request comes from; what is not a browser says nothing, and carries no one's cookie. */
export function isFromElsewhere(headers: IncomingHttpHeaders, ownHost: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== ownHost;
}
