/** JSON that is the same for the same value: keys in order, no white space, as RFC 8785 has it. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value));
}

/** Without what JSON has no word for: `undefined` goes as in any JSON. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => inOrder(item));
  if (!isPlain(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, inOrder((value as Record<string, unknown>)[key])]));
}

export function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
