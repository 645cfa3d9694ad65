import type { Connection } from '@temporalio/client';
import {
  bundleWorkflowCode,
  NativeConnection,
  Runtime,
  Worker,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import { TemporalConnection } from '../../src/temporal/closable-connection';
import { startDevServer, type DevServer } from '../../src/temporal/server/dev-server';
import { quietLogger } from './quiet-logger';
import { testBinary } from './test-binary';
import { TimeSkippingWorkflowClient } from './time-skipping-client';
import { sleeper } from './workflows/sleeper';

const DAY_MS = 24 * 60 * 60_000;

describe('on a server that skips time, a workflow', () => {
  let server: DevServer;
  let workflowBundle: WorkflowBundleWithSourceMap;
  let connection: Connection;
  let workerConnection: NativeConnection;

  beforeAll(async () => {
    Runtime.install({ logger: quietLogger });
    [server, workflowBundle] = await Promise.all([
      startDevServer({ binary: testBinary(), timeSkipping: true }),
      bundleWorkflowCode({ workflowsPath: require.resolve('./workflows/sleeper'), logger: quietLogger }),
    ]);
    connection = await TemporalConnection.connect({ address: server.address });
    workerConnection = await NativeConnection.connect({ address: server.address });
  });

  afterAll(async () => {
    await workerConnection.close();
    await connection.close();
    await server.stop();
  });

  it('that sleeps three days ends within seconds, three days on, and its history replays', async () => {
    const worker = await Worker.create({ connection: workerConnection, taskQueue: 'sleep', workflowBundle });
    const client = new TimeSkippingWorkflowClient({ connection });
    const { sleptMs, history } = await worker.runUntil(async () => {
      const handle = await client.start(sleeper, { workflowId: 's', taskQueue: 'sleep', args: [3 * DAY_MS] });
      return { sleptMs: await handle.result(), history: await handle.fetchHistory() };
    });
    expect(sleptMs).toBeGreaterThanOrEqual(3 * DAY_MS);
    expect(sleptMs).toBeLessThan(3 * DAY_MS + 60_000);
    expect(history.events?.[0]?.workflowExecutionStartedEventAttributes?.timeSkippingConfig).toMatchObject({
      maxSessionSkipCount: 10_000,
    });
    await Worker.runReplayHistory({ workflowBundle }, history);
  });
});
