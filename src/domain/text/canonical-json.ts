/** Canonical JSON by RFC 8785: equal values give equal text, with sorted keys and no white space. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value));
}

/** `undefined` values are left to JSON.stringify, which omits them. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => inOrder(item));
  if (!isPlain(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, inOrder((value as Record<string, unknown>)[key])]));
}

export function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
