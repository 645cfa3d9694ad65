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
