/** The client of the localization service, and its callbacks. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('callback mutations', () => void require('./localization/callback-mutations.cases'));
describe('client clock', () => void require('./localization/client-clock.cases'));
describe('client failures', () => void require('./localization/client-failures.cases'));
describe('client secrets', () => void require('./localization/client-secrets.cases'));
describe('contents', () => void require('./localization/contents.cases'));
describe('exported ini', () => void require('./localization/exported-ini.cases'));
describe('localization client', () => void require('./localization/localization-client.cases'));
describe('remedies', () => void require('./localization/remedies.cases'));
describe('signatures', () => void require('./localization/signatures.cases'));
describe('verify callback', () => void require('./localization/verify-callback.cases'));
