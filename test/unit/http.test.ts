/** How services are called. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('addresses', () => void require('./http/addresses.cases'));
describe('all pages', () => void require('./http/all-pages.cases'));
describe('download', () => void require('./http/download.cases'));
describe('exchange', () => void require('./http/exchange.cases'));
describe('interpret', () => void require('./http/interpret.cases'));
describe('open answer', () => void require('./http/open-answer.cases'));
describe('rate limit', () => void require('./http/rate-limit.cases'));
describe('replies', () => void require('./http/replies.cases'));
describe('retries', () => void require('./http/retries.cases'));
describe('secret', () => void require('./http/secret.cases'));
describe('service transport', () => void require('./http/service-transport.cases'));
