/** A worker of nothing but empty activities, in a process of its own. Its argument is the address of the server. */
import { Client } from '@temporalio/client';
import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { TemporalConnection } from '../../../src/temporal/closable-connection';
import { quietLogger } from '../../../test/temporal/quiet-logger';
import { bareActivities } from './activities';

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
