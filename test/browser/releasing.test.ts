/** Releases from what begins them to what they are decided on. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './browser-rig';

describe('page truth', () => void require('./page-truth.cases'));
describe('decisions', () => void require('./decisions.cases'));
describe('release page', () => void require('./release-page.cases'));
describe('strings', () => void require('./strings.cases'));
describe('project', () => void require('./project.cases'));
describe('begin', () => void require('./begin.cases'));
