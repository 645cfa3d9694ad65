/** However a release ends or stalls, and who is shown what of it. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './release-rig';

describe('ends', () => void require('./ends.cases'));
describe('everywhere', () => void require('./every-end.cases'));
describe('one view', () => void require('./one-view.cases'));
