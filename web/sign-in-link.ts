/** A link that signs in carries its token in the fragment, which no server sees; it goes from the address at once. */
export function takeTokenFromAddress(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return null;
  history.replaceState(null, '', location.pathname + location.search);
  return token;
}
