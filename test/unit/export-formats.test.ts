/** The formats of exported files. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('converted files', () => void require('./export-formats/converted-files.cases'));
describe('escaping', () => void require('./export-formats/escaping.cases'));
describe('gettext plurals', () => void require('./export-formats/gettext-plurals.cases'));
describe('round trip', () => void require('./export-formats/round-trip.cases'));
describe('write files', () => void require('./export-formats/write-files.cases'));
