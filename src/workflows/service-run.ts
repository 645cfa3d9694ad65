/** Work that belongs to no release, while it runs: what it tells, and what the helpers of releases need of it. */
import { patched, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { TaskReading } from '../activities/tasks';
import type { ReleaseRecord } from '../domain/release-record';
import {
  newWorkStatus,
  type LostCall,
  type ServiceWorkInput,
  type ServiceWorkStatus,
} from '../domain/service-work';
import type { Progress } from '../domain/status';
import type { TurnAnswer } from '../domain/turn-taker';
import type { EarlierGuard } from './guarded';

type Kept = Pick<ReleaseRecord, 'wait' | 'lostAnswer' | 'knownJobIds' | 'readings' | 'progress'>;

export class ServiceRun {
  readonly record: Kept;
  readonly status: ServiceWorkStatus;
  /** The key of a call that heeds one: that of the run before, where its answer was lost. */
  readonly key: string;
  /** Nobody calls it back: its timers alone carry it. */
  hinted = false;
  readonly isCalledBack = false;
  hasPublishTurn = false;
  turnHinted = false;
  lastReading: TaskReading | null = null;

  constructor(
    readonly input: ServiceWorkInput,
    readonly taskId = '',
  ) {
    const { lost } = input;
    this.status = newWorkStatus(input);
    this.key = lost?.key ?? `locrelease:${workflowInfo().firstExecutionRunId}`;
    this.record = {
      wait: null,
      lostAnswer: lost === null ? null : { what: lost.what, sentAt: lost.sentAt },
      knownJobIds: lost?.knownJobIds ?? [],
      // What a configuration forces is known to workers, and no activity has asked one yet.
      readings: {},
      progress: null,
    };
  }

  get spec(): { project: string } {
    const { work } = this.input;
    return { project: 'project' in work ? work.project : '' };
  }

  get minCheckIntervalMs(): number {
    return this.input.minCheckIntervalMs;
  }

  /** Such work is short, and has no mark that stands for its guards. */
  has(guard: EarlierGuard): boolean {
    return patched(guard);
  }

  /** Looks grow rare: two weeks of them fit into one history. */
  continueIfLong(): Promise<void> {
    return Promise.resolve();
  }

  /** What a later run has to look for first, where the answer to this one's call was lost. */
  get lost(): LostCall | null {
    const { lostAnswer, knownJobIds } = this.record;
    return lostAnswer === null ? null : { ...lostAnswer, knownJobIds, key: this.key };
  }

  does(doing: string): void {
    this.status.doing = doing;
    this.show();
  }

  showTurnOf({ holder = 'another release', holderProblem }: TurnAnswer): void {
    this.does(
      `waits until ${holder} has published${holderProblem === undefined ? '' : ` (${holderProblem})`}`,
    );
  }

  show(): void {
    const progress: Progress | null = this.record.progress;
    this.status.progress = progress;
    this.status.status = this.lastReading?.status ?? this.status.status;
    setCurrentDetails(this.status.doing ?? this.status.state);
  }
}
