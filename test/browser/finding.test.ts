/** The inbox, the list and the search, each before a server of its own. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './browser-rig';

describe('inbox', () => void require('./inbox.cases'));
describe('search', () => void require('./search.cases'));
describe('release list', () => void require('./release-list.cases'));
