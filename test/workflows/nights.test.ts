/** Nights, and the schedules that begin them. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './release-rig';

describe('nights', () => void require('./nightly.cases'));
describe('schedules', () => void require('./schedules.cases'));
