/** What the page decides without a browser. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
// There is no window here, and so none that is wide.
globalThis.matchMedia = () => new EventTarget() as MediaQueryList;

describe('accounts', () => void require('./web/accounts.cases'));
describe('cursor', () => void require('./web/cursor.cases'));
describe('filters', () => void require('./web/filters.cases'));
describe('keys', () => void require('./web/keys.cases'));
describe('language rows', () => void require('./web/language-rows.cases'));
describe('outbox', () => void require('./web/outbox.cases'));
describe('page text', () => void require('./web/page-text.cases'));
describe('page words', () => void require('./web/page-words.cases'));
describe('read terms', () => void require('./web/read-terms.cases'));
describe('replacing', () => void require('./web/replacing.cases'));
describe('review edits', () => void require('./web/review-edits.cases'));
describe('review marks', () => void require('./web/review-marks.cases'));
describe('row layout', () => void require('./web/row-layout.cases'));
describe('sheet', () => void require('./web/sheet.cases'));
describe('sorting', () => void require('./web/sorting.cases'));
describe('stages', () => void require('./web/stages.cases'));
describe('storage names', () => void require('./web/storage-names.cases'));
