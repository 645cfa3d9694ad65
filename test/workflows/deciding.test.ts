/** What people say to a release on its way: decisions, amendments, late languages, and the guard of what cannot be taken back. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './release-rig';

describe('decisions', () => void require('./decisions.cases'));
describe('amendments', () => void require('./amend.cases'));
describe('late languages', () => void require('./languages.cases'));
describe('the write guard', () => void require('./write-guard.cases'));
