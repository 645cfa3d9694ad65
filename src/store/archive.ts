/** Permanent entries by name, next to the contents of the store: small, few, and never changed. */
import { readEntry, requireKey, type ObjectStorage } from './object-storage';

const ROOT = 'archive';

export class Archive {
  constructor(private readonly storage: ObjectStorage) {}

  /** The first entry under a name stays, because it records what has happened. */
  async put(name: string, content: string): Promise<void> {
    await this.storage.create(keyOf(name), content);
  }

  get(name: string): Promise<Buffer | null> {
    return readEntry(this.storage, keyOf(name));
  }

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
