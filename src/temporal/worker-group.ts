import type { Worker } from '@temporalio/worker';

/** Several workers in one process, which stop together. */
export class WorkerGroup {
  constructor(private readonly workers: readonly Worker[]) {}

  /** Until they are stopped. One that fails stops the others first. */
  async run(): Promise<void> {
    const ends = await Promise.allSettled(
      this.workers.map((worker) => worker.run().finally(() => this.shutdown())),
    );
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** Those that run. They let what is under way come to its end. */
  shutdown(): void {
    for (const worker of this.workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  }
}
