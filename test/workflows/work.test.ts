/** The services without a release. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './release-rig';

describe('commands', () => void require('./cli-work.cases'));
describe('workflows', () => void require('./service-work.cases'));
describe('the termbase', () => void require('./termbase-upload.cases'));
