/** Entries under names that stay for years, beside the contents of the store: small, few, and never changed. */
import { readEntry, requireKey, type ObjectStorage } from './object-storage';

const ROOT = 'archive';

export class Archive {
  constructor(private readonly storage: ObjectStorage) {}

  /** The first one that is put under a name stays: what it tells has happened. */
  async put(name: string, content: string): Promise<void> {
    await this.storage.create(keyOf(name), content);
  }

  /** null: there is no such entry. */
  get(name: string): Promise<Buffer | null> {
    return readEntry(this.storage, keyOf(name));
  }

  /** All names below a path, in the order of their letters. */
  async list(path: string): Promise<string[]> {
    const names: string[] = [];
    for await (const key of this.storage.keys(path === '' ? ROOT : keyOf(path)))
      names.push(key.slice(ROOT.length + 1));
    return names;
  }
}

function keyOf(name: string): string {
  return `${ROOT}/${requireKey(name)}`;
}
