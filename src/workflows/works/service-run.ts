/** The state of work that belongs to no release: its status, and what the helpers shared with releases need. */
import { setCurrentDetails, workflowInfo, type CancellationScope } from '@temporalio/workflow';
import type { TaskReading } from '../../activities/tasks';
import { utcForm, type Problem } from '../../domain/problems/problem';
import { aloneText } from '../../domain/problems/problem-catalogue';
import type { TurnRefusal } from '../../domain/release/publish-queue';
import {
  newWorkStatus,
  type LostCall,
  type ServiceWorkInput,
  type ServiceWorkStatus,
} from '../../domain/service-work';
import type { Run, RunRecord } from '../run';

export interface ServiceRecord {
  record: RunRecord;
  status: ServiceWorkStatus;
  key: string;
}

export class ServiceRun implements Run {
  readonly record: RunRecord;
  readonly status: ServiceWorkStatus;
  /** The key of a call that supports one: the previous run's, if that run's reply was lost. */
  readonly key: string;
  /** Work without a release gets no callbacks, so that only its timers wake it. */
  readonly isCalledBack = false;
  readonly isTaskOurs = false;
  openCall: CancellationScope | null = null;
  turnSignalled = false;
  lastReading: TaskReading | null = null;

  constructor(
    readonly input: ServiceWorkInput,
    readonly taskId: string,
    continued: ServiceRecord | undefined,
  ) {
    const { lost } = input;
    this.status = continued?.status ?? newWorkStatus(input);
    this.key = continued?.key ?? lost?.key ?? `locrelease:${workflowInfo().firstExecutionRunId}`;
    this.record = continued?.record ?? newRecord(lost);
  }

  get spec(): { project: string } {
    const { work } = this.input;
    return { project: 'project' in work ? work.project : '' };
  }

  get minCheckIntervalMs(): number {
    return this.input.minCheckIntervalMs;
  }

  get runningJobId(): string | null {
    return this.status.isPublished ? null : this.status.jobId;
  }

  nextRunArgs(): [ServiceWorkInput, ServiceRecord] {
    const { record, status, key } = this;
    return [this.input, { record, status, key }];
  }

  /** The call that a later run has to search for first, because its reply was lost. */
  get lost(): LostCall | null {
    const { lostAnswer, knownJobIds } = this.record;
    if (lostAnswer === null) return null;
    const { what, sentAt } = lostAnswer;
    return { what, sentAt, knownJobIds, key: this.key };
  }

  does(doing: string): void {
    this.status.doing = doing;
    this.show();
  }

  fail(problem: Problem): void {
    this.status.problem = { ...problem, message: aloneText(problem, utcForm) };
  }

  /** Work without a release has no stages. */
  begin(): void {
    this.record.hold = null;
  }

  hold(...[, hold]: Parameters<Run['hold']>): void {
    this.record.hold = hold;
  }

  showTurnOf({ holder, holderProblem }: TurnRefusal): void {
    const why = holderProblem === undefined ? '' : ` (${holderProblem})`;
    this.does(`waits until ${holder ?? 'another release'} has published${why}`);
  }

  show(): void {
    this.status.progress = this.record.progress;
    // A publish shows the status of its job: its task was completed before.
    if (!['publish', 'rollback'].includes(this.input.work.kind))
      this.status.status = this.lastReading?.status ?? this.status.status;
    setCurrentDetails(this.status.doing ?? this.status.state);
  }
}

function newRecord(lost: LostCall | null): RunRecord {
  return {
    wait: null,
    callbackReceived: false,
    // A repeated request for the same work is the decision to continue.
    lostAnswer:
      lost === null
        ? null
        : { what: lost.what, sentAt: lost.sentAt, attempts: 1, looks: null, loss: '', traceId: null },
    knownJobIds: lost?.knownJobIds ?? [],
    // Only workers know the forced readings, and no activity has returned them yet.
    readings: {},
    progress: null,
    paused: null,
    hold: null,
    sending: null,
    ticket: null,
    turn: null,
    publishedIn: null,
  };
}
