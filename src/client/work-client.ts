/** Starts or joins service work outside releases, and reads its status. */
import { WorkflowNotFoundError, type Client, type WorkflowHandle } from '@temporalio/client';
import {
  workText,
  workWorkflowId,
  type LostCall,
  type ServiceWorkStatus,
  type Work,
} from '../domain/service-work';
import { STARTED_BY_MEMO } from '../domain/release/release-start';
import { workStatusQuery } from '../protocol/messages';
import { isOpen, pausedInTemporal } from '../temporal/runs';
import type { serviceWork } from '../workflows';
import { NotThere, NoWorker, ServiceFailed } from './errors';
import { isUnanswered, noWorkerText } from './releases/release-view';

type WorkHandle = WorkflowHandle<typeof serviceWork>;

const QUERY_TIMEOUT_MS = 10_000;

export interface WorkSettings {
  taskQueue: string;
  minCheckIntervalMs: number;
}

export class WorkClient {
  constructor(
    private readonly client: Client,
    private readonly settings: WorkSettings,
  ) {}

  async start(work: Work, by: string): Promise<{ joined: boolean }> {
    const before = await this.#before(work);
    if (before === 'running') return { joined: true };
    const { taskQueue, minCheckIntervalMs } = this.settings;
    await this.client.workflow.start<typeof serviceWork>('serviceWork', {
      workflowId: workWorkflowId(work),
      taskQueue,
      args: [{ work, minCheckIntervalMs, lost: before }],
      workflowIdConflictPolicy: 'USE_EXISTING',
      memo: { [STARTED_BY_MEMO]: by },
      staticSummary: workText(work),
    });
    return { joined: false };
  }

  /** From the work itself while it runs, and from its result afterwards. */
  async status(work: Work): Promise<ServiceWorkStatus> {
    const handle = this.#handle(work);
    const { status, taskQueue } = await handle.describe().catch((error: unknown) => {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
      throw new NotThere(
        `${workText(work)}: this was never asked for, or it ended so long ago that Temporal has forgotten it. Run the command that asks for it.`,
      );
    });
    if (status.name === 'COMPLETED') return handle.result();
    if (!isOpen(status.name)) {
      throw new ServiceFailed(
        `${workText(work)}: ${handle.workflowId} was ended in Temporal (${status.name.toLowerCase()}). What the service was asked for goes on there.`,
      );
    }
    if (status.name === 'PAUSED') throw new NoWorker(pausedInTemporal(handle.workflowId));
    try {
      return await this.client.connection.withDeadline(Date.now() + QUERY_TIMEOUT_MS, () =>
        handle.query(workStatusQuery),
      );
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      throw new NoWorker(noWorkerText(taskQueue), { cause: error });
    }
  }

  /** A call of the last run whose reply was lost must be looked up before it is repeated. */
  async #before(work: Work): Promise<'running' | LostCall | null> {
    const handle = this.#handle(work);
    try {
      const { status } = await handle.describe();
      if (isOpen(status.name)) return 'running';
      return status.name === 'COMPLETED' ? (await handle.result()).lost : null;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return null;
      throw error;
    }
  }

  #handle(work: Work): WorkHandle {
    return this.client.workflow.getHandle<typeof serviceWork>(workWorkflowId(work));
  }
}
