/** The term review: what operators and signals decide, and the sheet on which they do. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './release-rig';

describe('decided', () => void require('./review.cases'));
describe('by signals', () => void require('./review-signals.cases'));
describe('on the sheet', () => void require('./review-sheet.cases'));
