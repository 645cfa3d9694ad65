import { cachedWorkflows } from '../../../src/temporal/worker-memory';
import type { Client } from '@temporalio/client';
import { workerCount } from '../../../src/temporal/worker-count';
import { IllegalStateError } from '@temporalio/common';
import type { Worker } from '@temporalio/worker';
import { WorkerGroup } from '../../../src/temporal/worker-group';

describe('worker memory', () => {
  describe('the releases that a worker keeps in memory', () => {
    it.each([
      ['as many as the setting has room for', 1024, 4096, 568],
      ['more where there is more', 4096, 8192, 2275],
      ['no more than its heap can hold', 4096, 512, 568],
      ['a few in the smallest container', 400, 4096, 10],
    ])('are %s', (_what, memoryMb, heapMb, kept) => {
      expect(cachedWorkflows(memoryMb, heapMb)).toBe(kept);
    });
  });
});

describe('worker count', () => {
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
});

describe('worker group', () => {
  type State = ReturnType<Worker['getState']>;

  /** As much of a worker as a group uses: it runs until it is stopped, and ends as told. */
  class StandIn {
    #state: State = 'INITIALIZED';
    #end = (): void => undefined;
    constructor(private readonly ends: { state: State; error?: Error }) {}

    async run(): Promise<void> {
      this.#state = 'RUNNING';
      if (this.ends.state === 'STOPPED') await new Promise<void>((resolve) => (this.#end = resolve));
      this.#state = this.ends.state;
      if (this.ends.error !== undefined) throw this.ends.error;
    }

    shutdown(): void {
      this.#end();
    }

    getState(): State {
      return this.#state;
    }
  }

  const groupOf = (...workers: StandIn[]): WorkerGroup => new WorkerGroup(workers as unknown as Worker[]);
  const notFreed = new IllegalStateError('Worker still in use: Expected 1 reference, but got 2');

  describe('a group of workers', () => {
    it('ends well when all were stopped, also where one of them could not be freed at once', async () => {
      const group = groupOf(
        new StandIn({ state: 'STOPPED' }),
        new StandIn({ state: 'STOPPED', error: notFreed }),
      );
      const end = group.run();
      group.shutdown();
      await expect(end).resolves.toBeUndefined();
    });

    it('fails with a worker that failed, and stops the others first', async () => {
      const other = new StandIn({ state: 'STOPPED' });
      await expect(groupOf(new StandIn({ state: 'FAILED', error: notFreed }), other).run()).rejects.toBe(
        notFreed,
      );
      expect(other.getState()).toBe('STOPPED');
    });

    it('fails with any other error of a worker that was stopped', async () => {
      const lost = new Error('lost');
      const group = groupOf(new StandIn({ state: 'STOPPED', error: lost }));
      const end = group.run();
      group.shutdown();
      await expect(end).rejects.toBe(lost);
    });
  });
});
