/** Several people at one release, each with what they may. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './browser-rig';

describe('review shared', () => void require('./review-shared.cases'));
describe('together', () => void require('./together.cases'));
describe('roles', () => void require('./roles.cases'));
describe('accounts', () => void require('./accounts.cases'));
