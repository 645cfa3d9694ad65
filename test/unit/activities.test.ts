/** What the activities do without a server. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('date in zone', () => void require('./activities/date-in-zone.cases'));
describe('failures', () => void require('./activities/failures.cases'));
describe('files', () => void require('./activities/files.cases'));
describe('keep manifest', () => void require('./activities/keep-manifest.cases'));
describe('notices', () => void require('./activities/notices.cases'));
describe('publish queue', () => void require('./activities/publish-queue.cases'));
describe('review', () => void require('./activities/review.cases'));
