/** What the browser stores for the page. It may refuse (private windows, full disk): then the page works without. */
import { signal, type Signal } from '@preact/signals';

export const local = (): Storage => localStorage;
/** Stored for this window alone. */
export const ofWindow = (): Storage => sessionStorage;

export function readStored<Value>(store: () => Storage, key: string, fallback: Value): Value {
  try {
    const text = store().getItem(key);
    // Only this page writes under its keys.
    return text === null ? fallback : (JSON.parse(text) as Value);
  } catch {
    return fallback;
  }
}

/** The keys that begin so. */
export function storedKeys(store: () => Storage, prefix: string): string[] {
  try {
    return Object.keys(store()).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** All values whose keys begin so. */
export function readAllStored<Value>(store: () => Storage, prefix: string): Value[] {
  return storedKeys(store, prefix).flatMap((key) => readStored<Value | null>(store, key, null) ?? []);
}

/** Another window of this browser has changed something whose key begins so; until the function it returns is called. */
export function onStoredInOtherTab(prefix: string, onChange: () => void): () => void {
  // A key of null: everything was cleared.
  const changed = ({ key }: StorageEvent): void => {
    if (key?.startsWith(prefix) !== false) onChange();
  };
  window.addEventListener('storage', changed);
  return () => window.removeEventListener('storage', changed);
}

/** An empty value is not stored. */
export function keep(store: () => Storage, key: string, value: unknown): void {
  try {
    const empty = value === null || (Array.isArray(value) && value.length === 0);
    if (empty) store().removeItem(key);
    else store().setItem(key, JSON.stringify(value));
  } catch {
    // See above.
  }
}

/** A value that is stored whenever it changes. The usual one is not. */
export function storedValue<Value>(key: string, usual: Value, store = local): Signal<Value> {
  const choice = signal(readStored(store, key, usual));
  choice.subscribe((value) => keep(store, key, value === usual ? null : value));
  return choice;
}
