/** What is kept, and how. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('archives', () => void require('./store/archives.cases'));
describe('content store', () => void require('./store/content-store.cases'));
describe('copy store', () => void require('./store/copy-store.cases'));
describe('directory storage', () => void require('./store/directory-storage.cases'));
describe('replace file', () => void require('./store/replace-file.cases'));
describe('s3 storage', () => void require('./store/s3-storage.cases'));
describe('snapshots', () => void require('./store/snapshots.cases'));
describe('stored term sheet', () => void require('./store/stored-term-sheet.cases'));
describe('termbase terms', () => void require('./store/termbase-terms.cases'));
