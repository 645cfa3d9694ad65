/** Keys with dots as a tree, as JSON and YAML nest them: the other way round than sources are read. */
import type { TranslatedString } from './writer';

export type Tree = Map<string, Tree | string>;

/** A key that is the beginning of others is a text, and cannot hold them: they keep their dots there. */
export function nested(strings: readonly TranslatedString[]): Tree {
  const keys = new Set(strings.map(({ key }) => key));
  const root: Tree = new Map();
  for (const { key, text } of strings) {
    const names = namesOn(key, keys);
    const last = names.pop() ?? key;
    let place = root;
    for (const name of names) {
      const below = place.get(name);
      const next: Tree = typeof below === 'object' ? below : new Map<string, Tree | string>();
      if (next !== below) place.set(name, next);
      place = next;
    }
    place.set(last, text);
  }
  return root;
}

function namesOn(key: string, keys: ReadonlySet<string>): string[] {
  const parts = key.split('.');
  // No reader knows what a key without a name would be.
  if (parts.includes('')) return [key];
  const names: string[] = [];
  let [start, end] = [0, -1];
  for (const part of parts) {
    end += 1 + part.length;
    if (end < key.length && keys.has(key.slice(0, end))) continue;
    names.push(key.slice(start, end));
    start = end + 1;
  }
  return names;
}

/** What `tips.0` and `tips.1` were; null: no list. */
export function listOf(tree: Tree): (Tree | string)[] | null {
  return tree.size > 0 && [...tree.keys()].every((key, at) => key === String(at)) ? [...tree.values()] : null;
}

export function flat(strings: readonly TranslatedString[]): Tree {
  return new Map(strings.map(({ key, text }) => [key, text]));
}
