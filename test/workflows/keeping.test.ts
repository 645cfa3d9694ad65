/** What is kept of a release: its record, its files, the store, and nothing in clear. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './release-rig';

describe('records', () => void require('./records.cases'));
describe('rollback', () => void require('./rollback.cases'));
describe('store', () => void require('./store.cases'));
describe('encryption', () => void require('./encryption.cases'));
