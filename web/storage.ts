/** The browser's storage. It may fail (private windows, full disk): then the page works without it. */
import { signal, type Signal } from '@preact/signals';

export const local = (): Storage => localStorage;
export const ofWindow = (): Storage => sessionStorage;

export function readStored<Value>(store: () => Storage, key: string, fallback: Value): Value {
  try {
    const text = store().getItem(key);
    // The cast is safe, because only this page writes under its keys.
    return text === null ? fallback : (JSON.parse(text) as Value);
  } catch {
    return fallback;
  }
}

export function storedKeys(store: () => Storage, prefix: string): string[] {
  try {
    return Object.keys(store()).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

export function readAllStored<Value>(store: () => Storage, prefix: string): Value[] {
  return storedKeys(store, prefix).flatMap((key) => readStored<Value | null>(store, key, null) ?? []);
}

/** Calls `onChange` when another window changes a value under the prefix, until the returned function is called. */
export function onStoredInOtherTab(prefix: string, onChange: () => void): () => void {
  // The key is null when everything was cleared.
  const changed = ({ key }: StorageEvent): void => {
    if (key?.startsWith(prefix) !== false) onChange();
  };
  window.addEventListener('storage', changed);
  return () => window.removeEventListener('storage', changed);
}

/** An empty value is removed. */
export function keep(store: () => Storage, key: string, value: unknown): void {
  try {
    const empty = value === null || (Array.isArray(value) && value.length === 0);
    if (empty) store().removeItem(key);
    else store().setItem(key, JSON.stringify(value));
  } catch {
    // The page works without storage.
  }
}

/** A signal that is stored whenever it changes; the usual value is not stored. */
export function storedValue<Value>(key: string, usual: Value, store = local): Signal<Value> {
  const choice = signal(readStored(store, key, usual));
  choice.subscribe((value) => keep(store, key, value === usual ? null : value));
  return choice;
}
