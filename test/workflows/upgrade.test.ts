/** Workers: of other code, as processes, and for some roles. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './release-rig';

describe('code', () => void require('./upgrade.cases'));
describe('processes', () => void require('./worker-process.cases'));
describe('roles', () => void require('./worker-roles.cases'));
