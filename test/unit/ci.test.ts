/** The action for GitHub, and the examples for others. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('action', () => void require('./ci/action.cases'));
describe('examples', () => void require('./ci/examples.cases'));
