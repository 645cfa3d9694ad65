import { join } from 'node:path';
import { ContentStore } from '../../src/store/content-store';
import { DirectoryStorage } from '../../src/store/directory-storage';

/** A store whose files a test can look at, age and damage. */
export class DirectoryStore extends ContentStore {
  constructor(readonly directory: string) {
    super(new DirectoryStorage(directory));
  }

  pathOf(sha256: string): string {
    return join(this.directory, sha256.slice(0, 2), sha256);
  }
}
