/** What notices say, and how they are delivered. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('deliver', () => void require('./notices/deliver.cases'));
describe('notice text', () => void require('./notices/notice-text.cases'));
