import { Client } from '@temporalio/client';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { onTemporal, type Who } from '../../../src/operations/operation';
import type { OperationAccess } from '../../../src/client/access';
import { performForOthers } from '../../../src/operations/perform';
import { TemporalConnection } from '../../../src/temporal/closable-connection';
import { startFakeTemporal, type Answer, type FakeTemporal } from '../../support/fake-temporal';

const BOUND_MS = 2_000;

let temporal: FakeTemporal;
let client: Client;
async function connectedTo(answer: () => Answer): Promise<void> {
  temporal = await startFakeTemporal(answer);
  client = new Client({ connection: TemporalConnection.lazy({ address: temporal.address }) });
}
afterEach(async () => {
  await client.connection.close();
  await temporal.stop();
});

const ask = () => client.workflowService.getSystemInfo({});

function performed(run: () => Promise<unknown>): Promise<unknown> {
  const row = onTemporal.read({
    summary: 'Try it',
    boundMs: BOUND_MS,
    input: z.strictObject({}),
    output: z.string(),
    run: async () => {
      await run();
      return 'done';
    },
  });
  return performForOthers(row, { client } as unknown as OperationAccess, {}, { name: () => 'ann' } as Who);
}

it('does not take the time of its own work for the silence of Temporal', async () => {
  await connectedTo(() => 'ok');
  const work = async (): Promise<void> => {
    await ask();
    await delay(2 * BOUND_MS);
    await ask();
  };
  expect(await performed(work)).toBe('done');
});

it.each<Answer>(['silent', 'unavailable'])(
  'says so where Temporal is %s for all of its time',
  async (how) => {
    await connectedTo(() => how);
    await expect(performed(ask)).rejects.toThrow('Temporal does not answer.');
  },
);
