/** What people are told, and the routes by which they are. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './release-rig';

describe('told', () => void require('./notices.cases'));
describe('routes', () => void require('./notice-routes.cases'));
