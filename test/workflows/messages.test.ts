/** What reaches a release from outside, in any order and of any shape. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './release-rig';

describe('callbacks', () => void require('./callbacks.cases'));
describe('malformed', () => void require('./bad-messages.cases'));
describe('foreign', () => void require('./foreign-messages.cases'));
describe('in any order', () => void require('./release-model.cases'));
