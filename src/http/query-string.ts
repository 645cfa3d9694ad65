/** The query of a request with its question mark; fields that are undefined are left out. */
export function queryString(query: object = {}): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) params.set(key, String(value));
  }
  return params.size === 0 ? '' : `?${params.toString()}`;
}
