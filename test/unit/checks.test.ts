/** What is said of a release before it begins. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('announcement checks', () => void require('./checks/announcement-checks.cases'));
describe('check notices', () => void require('./checks/check-notices.cases'));
describe('release checks', () => void require('./checks/release-checks.cases'));
