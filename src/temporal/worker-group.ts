import { IllegalStateError } from '@temporalio/common';
import type { Worker } from '@temporalio/worker';

/** Several workers in one process, which stop together. */
export class WorkerGroup {
  constructor(private readonly workers: readonly Worker[]) {}

  /** Until they are stopped. One that fails stops the others first. */
  async run(): Promise<void> {
    const ends = await Promise.allSettled(
      this.workers.map((worker) => runToItsEnd(worker).finally(() => this.shutdown())),
    );
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** Whether all of them take tasks. */
  get isRunning(): boolean {
    return this.workers.every((worker) => worker.getState() === 'RUNNING');
  }

  /** Whether one of them has stopped by itself. The others cannot do its work. */
  get hasFailed(): boolean {
    return this.workers.some((worker) => worker.getState() === 'FAILED');
  }

  /** Those that run. They let what is under way come to its end. */
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
