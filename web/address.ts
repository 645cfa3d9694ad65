/** The state of a page is in its address, so that a link and a reload show the same. */
export const fromAddress = (name: string): string => new URLSearchParams(location.search).get(name) ?? '';

/** An empty value is removed from the address. The change adds no entry to the browser's history. */
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

/** As `toAddress`, for a page that renders from its address alone. */
export function setAddress(values: Readonly<Record<string, string>>): void {
  toAddress(values);
  // The router reads the address at this event.
  dispatchEvent(new PopStateEvent('popstate'));
}

/** A sign-in link has its token in the fragment, which no server sees. It is removed from the address at once. */
export function takeTokenFromAddress(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return null;
  history.replaceState(null, '', location.pathname + location.search);
  return token;
}
