import { withoutSlash } from '../domain/text/without-slash';

/** Why a text cannot be a service's base address, or null. */
export function baseUrlFault(text: string): string | null {
  if (!URL.canParse(text)) return 'is not a URL';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must start with http:// or https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  // A bare "?" or "#" leaves `search` and `hash` empty, yet would swallow the path that is put behind it.
  if (/[?#]/.test(text)) return 'must not have a query or fragment';
  return null;
}

/** The address of an API below a base address, whether or not that ends with a slash. */
export function apiUrl(base: string, apiPath: string): URL {
  const fault = baseUrlFault(base);
  if (fault !== null) throw new TypeError(`base URL ${fault}`);
  const url = new URL(base);
  url.pathname = withoutSlash(url.pathname) + apiPath;
  return url;
}

/** The query of a request with its question mark; fields that are undefined are left out. */
export function queryString(query: object = {}): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) params.set(key, String(value));
  }
  return params.size === 0 ? '' : `?${params.toString()}`;
}
