/** How a process tells that it is well. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('health server', () => void require('./health/health-server.cases'));
describe('health', () => void require('./health/health.cases'));
