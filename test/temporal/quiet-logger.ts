import { DefaultLogger } from '@temporalio/worker';

/** For `Runtime.install` and the bundler: the life of every worker and bundle would bury the tests' own words. */
export const quietLogger = new DefaultLogger('ERROR');
