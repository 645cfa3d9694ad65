/** What the probe tries at a service. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('evaluators', () => void require('./probe/evaluators.cases'));
describe('fetch file', () => void require('./probe/fetch-file.cases'));
describe('redactor', () => void require('./probe/redactor.cases'));
