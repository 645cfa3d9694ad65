/** The console, as its page, whoever attacks it and tools use it. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './release-rig';

describe('its API', () => void require('./console-api.cases'));
describe('its safety', () => void require('./console-safety.cases'));
describe('drafts', () => void require('./drafts.cases'));
describe('tools', () => void require('./mcp.cases'));
