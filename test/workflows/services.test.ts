/** What can become of a call to a service. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './release-rig';

describe('refused', () => void require('./error-tables.cases'));
describe('lost', () => void require('./lost-replies.cases'));
