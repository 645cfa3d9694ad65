/** What can be asked of a release, here and over a gateway. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('gateway requests', () => void require('./operations/gateway-requests.cases'));
describe('operations', () => void require('./operations/operations.cases'));
describe('perform for others', () => void require('./operations/perform-for-others.cases'));
