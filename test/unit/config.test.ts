/** The configuration. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('assumptions', () => void require('./config/assumptions.cases'));
describe('config', () => void require('./config/config.cases'));
describe('dev set', () => void require('./config/dev-set.cases'));
describe('keys', () => void require('./config/keys.cases'));
describe('store place', () => void require('./config/store-place.cases'));
