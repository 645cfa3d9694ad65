/** The client of the social service. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('remedies', () => void require('./social/remedies.cases'));
describe('replies', () => void require('./social/replies.cases'));
describe('social client', () => void require('./social/social-client.cases'));
