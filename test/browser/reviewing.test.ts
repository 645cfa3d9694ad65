/** One operator reviews the terms of a release. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './browser-rig';

describe('review', () => void require('./review.cases'));
describe('review speed', () => void require('./review-speed.cases'));
describe('layout', () => void require('./layout.cases'));
