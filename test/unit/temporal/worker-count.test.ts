import type { Client } from '@temporalio/client';
import { workerCount } from '../../../src/temporal/task-queue';

/** Whoever polls for calls, and for bulk work, one after the other. */
function clientSeeing(identities: () => readonly string[]): Client {
  const describeTaskQueue = (): Promise<unknown> =>
    Promise.resolve({ pollers: identities().map((identity) => ({ identity })) });
  return {
    options: { namespace: 'default' },
    workflowService: { describeTaskQueue },
    withDeadline: (_deadline: number, run: () => Promise<unknown>) => run(),
  } as unknown as Client;
}

it('counts each worker once, and reads again only after a while', async () => {
  let seen = ['one', 'two'];
  const count = workerCount(
    clientSeeing(() => seen),
    'locrelease',
  );
  expect(await count()).toBe(2);
  seen = ['one'];
  expect(await count()).toBe(2);
});

it('is one where no worker is seen yet, or Temporal is away', async () => {
  const away = (): never => {
    throw new Error('away');
  };
  expect(
    await workerCount(
      clientSeeing(() => []),
      'locrelease',
    )(),
  ).toBe(1);
  expect(await workerCount(clientSeeing(away), 'locrelease')()).toBe(1);
});
