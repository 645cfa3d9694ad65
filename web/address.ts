/** What a page shows stands in its address, so that a link and a reload show the same. */
export const fromAddress = (name: string): string => new URLSearchParams(location.search).get(name) ?? '';

/** An empty value leaves the address. It is no step of the browser's history. */
export function toAddress(values: Readonly<Record<string, string>>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.size === 0 ? '' : `?${query.toString()}`;
  if (text !== location.search) {
    history.replaceState(history.state, '', `${location.pathname}${text}${location.hash}`);
  }
}

/** The same for a page that shows what stands in its address, and nothing else. */
export function setAddress(values: Readonly<Record<string, string>>): void {
  toAddress(values);
  // The router reads it then.
  dispatchEvent(new PopStateEvent('popstate'));
}

/** A sign-in link has its token in the fragment, which no server sees. It is removed from the address at once. */
export function takeTokenFromAddress(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return null;
  history.replaceState(null, '', location.pathname + location.search);
  return token;
}
