import type { CancellationScope } from '@temporalio/workflow';
import type { TaskReading } from '../activities/tasks';
import type { TurnRefusal } from '../domain/release/publish-queue';
import type { ReleaseRecord } from '../domain/release/release-record';
import type { StageName } from '../domain/release/stages';
import type { Hold } from '../domain/release/status';
import type { Waiting } from './wait';

/** The part of a release's record that work without a release has too. */
export type RunRecord = Pick<
  ReleaseRecord,
  | 'wait'
  | 'callbackReceived'
  | 'lostAnswer'
  | 'knownJobIds'
  | 'readings'
  | 'progress'
  | 'paused'
  | 'hold'
  | 'sending'
  | 'ticket'
  | 'turn'
  | 'publishedIn'
>;

/** A release, or work that belongs to none: what the steps need that both have. */
export interface Run extends Waiting {
  readonly spec: { readonly project: string };
  readonly record: RunRecord | (RunRecord & Pick<ReleaseRecord, 'warnings'>);
  readonly taskId: string;
  /** Whether this program created the task, rather than a person naming it. */
  readonly isTaskOurs: boolean;
  readonly runningJobId: string | null;
  readonly minCheckIntervalMs: number;
  readonly isCalledBack: boolean;
  /** The last reading of the task, until something happens that may have changed it. */
  lastReading: TaskReading | null;
  /** Whether a notification of the turn arrived, which only the queue itself can confirm. */
  turnSignalled: boolean;
  /** The call in progress: a pause cancels it if it is only being retried. */
  openCall: CancellationScope | null;
  begin(stage: StageName): void;
  hold(stage: StageName, hold: Hold): void;
  showTurnOf(refusal: TurnRefusal): void;
  show(): void;
}
