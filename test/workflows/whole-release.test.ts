/** A release from the file that starts it to the files that it exports. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './release-rig';

describe('start', () => void require('./start-release.cases'));
describe('whole', () => void require('./whole-release.cases'));
describe('export', () => void require('./export.cases'));
