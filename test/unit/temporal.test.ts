/** What stands between us and Temporal. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('answers', () => void require('./temporal/answers.cases'));
describe('binary', () => void require('./temporal/binary.cases'));
describe('closable connection', () => void require('./temporal/closable-connection.cases'));
describe('connect client', () => void require('./temporal/connect-client.cases'));
describe('dev server', () => void require('./temporal/dev-server.cases'));
describe('executions', () => void require('./temporal/executions.cases'));
describe('log', () => void require('./temporal/log.cases'));
describe('payloads', () => void require('./temporal/payloads.cases'));
describe('workers', () => void require('./temporal/workers.cases'));
