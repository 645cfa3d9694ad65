/** The gateway over HTTP. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
// First: it looks at what a gateway counts before anything has happened in its process.
describe('health', () => void require('./gateway/health.cases'));
describe('archive of files', () => void require('./gateway/archive-of-files.cases'));
describe('at the door', () => void require('./gateway/at-the-door.cases'));
describe('budgets', () => void require('./gateway/budgets.cases'));
describe('callback progress', () => void require('./gateway/callback-progress.cases'));
describe('callback routes', () => void require('./gateway/callback-routes.cases'));
describe('codec', () => void require('./gateway/codec.cases'));
describe('command routes', () => void require('./gateway/command-routes.cases'));
describe('compression', () => void require('./gateway/compression.cases'));
describe('content routes', () => void require('./gateway/content-routes.cases'));
describe('every operation', () => void require('./gateway/every-operation.cases'));
describe('every route', () => void require('./gateway/every-route.cases'));
describe('gateway metrics', () => void require('./gateway/gateway-metrics.cases'));
describe('operator tokens', () => void require('./gateway/operator-tokens.cases'));
describe('records ahead', () => void require('./gateway/records-ahead.cases'));
describe('slow senders', () => void require('./gateway/slow-senders.cases'));
describe('tool routes', () => void require('./gateway/tool-routes.cases'));
describe('console api/sessions', () => void require('./gateway/console-api/sessions.cases'));
describe('console api/streams', () => void require('./gateway/console-api/streams.cases'));
