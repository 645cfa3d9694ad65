import { IllegalStateError } from '@temporalio/common';
import type { Worker } from '@temporalio/worker';

/** Several workers in one process, which stop together. */
export class WorkerGroup {
  constructor(private readonly workers: readonly Worker[]) {}

  /** Runs until the workers are stopped. One that fails stops the others first. */
  async run(): Promise<void> {
    const ends = await Promise.allSettled(
      this.workers.map((worker) => runToItsEnd(worker).finally(() => this.shutdown())),
    );
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  get isRunning(): boolean {
    return this.workers.every((worker) => worker.getState() === 'RUNNING');
  }

  /** Whether a worker has failed. The others cannot do its work. */
  get hasFailed(): boolean {
    return this.workers.some((worker) => worker.getState() === 'FAILED');
  }

  /** Only a running worker can be shut down. It completes its open tasks first. */
  shutdown(): void {
    for (const worker of this.workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  }
}

/**
 * On a busy machine the SDK may find a completed call still in memory when it frees the worker, and throws. All work
 * has ended by then, so this is no failure.
 */
async function runToItsEnd(worker: Worker): Promise<void> {
  try {
    await worker.run();
  } catch (error) {
    if (!(error instanceof IllegalStateError && worker.getState() === 'STOPPED')) throw error;
  }
}
