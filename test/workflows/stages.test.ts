/** The stages in which a release waits for a service, or for its time. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './release-rig';

describe('announce', () => void require('./announce.cases'));
describe('waits', () => void require('./waiting.cases'));
describe('statuses', () => void require('./statuses.cases'));
describe('supplements', () => void require('./supplement.cases'));
