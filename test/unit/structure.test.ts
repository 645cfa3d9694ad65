/** The rules of the structure, held against modules that break them. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('bundles', () => void require('./structure/bundles.cases'));
describe('dead code', () => void require('./structure/dead-code.cases'));
describe('imports', () => void require('./structure/imports.cases'));
