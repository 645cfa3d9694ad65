/** What the browser keeps for the page. It may refuse (private windows, full disk): then the page goes on without. */
export function readKept<Value>(store: () => Storage, key: string, fallback: Value): Value {
  try {
    const text = store().getItem(key);
    // Nobody but this page writes under its keys.
    return text === null ? fallback : (JSON.parse(text) as Value);
  } catch {
    return fallback;
  }
}

/** All values whose keys begin so. */
export function readAllKept<Value>(store: () => Storage, prefix: string): Value[] {
  try {
    const keys = Object.keys(store()).filter((key) => key.startsWith(prefix));
    return keys.flatMap((key) => readKept<Value | null>(store, key, null) ?? []);
  } catch {
    return [];
  }
}

/** An empty value is not kept. */
export function keep(store: () => Storage, key: string, value: unknown): void {
  try {
    const empty = value === null || (Array.isArray(value) && value.length === 0);
    if (empty) store().removeItem(key);
    else store().setItem(key, JSON.stringify(value));
  } catch {
    // See above.
  }
}
