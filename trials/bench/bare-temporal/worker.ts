/** A worker of nothing but empty activities, in a process of its own. Its argument is the address of the server. */
import { Client } from '@temporalio/client';
import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { activityInfo } from '@temporalio/activity';
import { TemporalConnection } from '../../../src/temporal/closable-connection';
import { quietLogger } from '../../../test/temporal/quiet-logger';
import { bareSignal, type BareActivities } from './workflow';

/** After the activity has ended, as a callback comes long after the call that it belongs to. */
const SIGNAL_AFTER_MS = 20;

const bareActivities = (client: Client): BareActivities => ({
  nothing: () => Promise.resolve(),
  nothingThenSignal: () => {
    const { workflowId = '' } = activityInfo().workflowExecution ?? {};
    setTimeout(() => void client.workflow.getHandle(workflowId).signal(bareSignal), SIGNAL_AFTER_MS);
    return Promise.resolve();
  },
});

async function main(): Promise<void> {
  const address = process.argv[2] ?? '';
  Runtime.install({ logger: quietLogger });
  const client = new Client({ connection: await TemporalConnection.connect({ address }) });
  const worker = await Worker.create({
    connection: await NativeConnection.connect({ address }),
    taskQueue: 'bare',
    workflowsPath: require.resolve('./workflow'),
    activities: bareActivities(client),
  });
  const running = worker.run();
  process.send?.('ready');
  await running;
}

process.on('disconnect', () => process.exit(0));
void main();
