/** A running release: its record, what wakes and cancels it, and its published status. */
import {
  CancellationScope,
  log,
  setCurrentDetails,
  upsertMemo,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { TaskReading } from '../activities/tasks';
import { doneSoFar, doneText } from '../domain/problems/done-so-far';
import { utcForm, type Problem } from '../domain/problems/problem';
import { withLinks } from '../domain/application-links';
import type { TurnRefusal } from '../domain/release/publish-queue';
import { relistedAs, summaryOf } from '../domain/search-attributes';
import { isSameRequest, type ReleaseInput } from '../domain/release/release-input';
import { newRecord, statusOf, type ReleaseRecord, type Resolution } from '../domain/release/release-record';
import type { ReleaseState } from '../domain/release/release-states';
import * as decisions from '../domain/release/release-decisions';
import * as transitions from '../domain/release/release-transitions';
import { originMemo, STATUS_MEMO } from '../domain/release/release-start';
import type { StageName } from '../domain/release/stages';
import type { Hold, ReleaseStatus, Stage } from '../domain/release/status';
import type { Message } from '../protocol/message-schemas';
import type { Run } from './run';
import { Outbox } from './outbox';
import { giveTurnBack } from './turn';
import { wait } from './wait';

export class ReleaseRun implements Run {
  lastReading: TaskReading | null = null;
  turnSignalled = false;
  openCall: CancellationScope | null = null;
  /** The state in which the release has ended while only its record is still to be stored. */
  endsAs: ReleaseState | null = null;
  /** The number of messages that may have changed what comes next. */
  changes = 0;
  /** Cancelled by a person, or with the workflow. */
  readonly scope = new CancellationScope();
  readonly outbox: Outbox;
  #replacement: ReleaseInput | null = null;
  #shown = '';
  #listed = '';
  #loggedState: ReleaseState | null = null;

  constructor(
    /** The input with all its amendments. */
    public input: ReleaseInput,
    readonly record: ReleaseRecord,
  ) {
    this.outbox = new Outbox(this.name, record);
    // A continued run starts in the state that the previous run logged.
    if (workflowInfo().continuedFromExecutionRunId !== undefined) this.#loggedState = this.status().state;
  }

  get spec(): ReleaseInput['spec'] {
    return this.input.spec;
  }

  get name(): { project: string; name: string } {
    return { project: this.spec.project, name: this.spec.name };
  }

  readonly isTaskOurs = true;

  get taskId(): string {
    if (this.record.taskId === null) throw new Error('The task has not been created yet.');
    return this.record.taskId;
  }

  get minCheckIntervalMs(): number {
    return this.record.settings?.minCheckIntervalMs ?? 3000;
  }

  get isCalledBack(): boolean {
    return this.record.seenDeliveries.length > 0;
  }

  get runningJobId(): string | null {
    return this.stage('publish').state === 'done' ? null : this.record.publishJobId;
  }

  /** A replacement begins anew, without this release's record. */
  nextRunArgs(): [ReleaseInput, ReleaseRecord?] {
    return this.#replacement === null ? [this.input, this.record] : [this.#replacement];
  }

  get isReplaced(): boolean {
    return this.#replacement !== null;
  }

  replaceFault(input: ReleaseInput): string | null {
    if (isSameRequest(this.input, input)) return null;
    const isOpen = !this.isReplaced && this.record.resolution === null;
    return isOpen && decisions.canBeReplaced(this.record)
      ? null
      : 'The release already exists with other content.';
  }

  replace(input: ReleaseInput): { outcome: 'attached' | 'replaced' } {
    if (isSameRequest(this.#replacement ?? this.input, input)) return { outcome: 'attached' };
    this.#replacement = input;
    // The next run begins with this memo, so that readers do not take it for the replaced one meanwhile.
    upsertMemo(originMemo(input));
    this.show();
    return { outcome: 'replaced' };
  }

  status(): ReleaseStatus {
    const replacement = this.#replacement;
    return statusOf(this.name, replacement === null ? this.record : newRecord(replacement, ''));
  }

  stage(name: StageName): Stage {
    return transitions.stageOf(this.record, name);
  }

  begin(name: StageName): void {
    transitions.beginStage(this.record, name, now());
    this.show();
  }

  end(name: StageName, state: 'done' | 'skipped'): void {
    transitions.endStage(this.record, name, state, now());
  }

  hold(name: StageName, hold: Hold): void {
    transitions.holdStage(this.record, name, hold);
    this.show();
  }

  showTurnOf({ holder, holderProblem }: TurnRefusal): void {
    const whose = holder?.replace(/^release\//, '');
    const of = whose === undefined ? null : [whose, ...(holderProblem ? [holderProblem] : [])].join(': ');
    const stage = this.stage('publish').state === 'done' ? 'export' : 'publish';
    this.hold(stage, { why: 'publish_turn', until: null, of });
  }

  /** Waits for a person's decision. Others may publish meanwhile. */
  async park(name: StageName, problem: Problem): Promise<void> {
    transitions.parkStage(this.record, name, problem, now());
    this.lastReading = null;
    this.show();
    const choices = this.status().choices.map(({ label }) => label);
    this.outbox.put({
      event: 'release.parked',
      stage: name,
      problem: this.record.problem ?? problem,
      choices,
    });
    await giveTurnBack(this);
  }

  async resolution(name: StageName): Promise<Resolution> {
    const { record } = this;
    const isResolved = (): boolean => record.resolution !== null;
    while (!isResolved()) await wait(this, isResolved);
    return transitions.takeResolution(record, name, now());
  }

  closedFault(): string | null {
    if (this.endsAs !== null && this.endsAs !== 'cancelled') return 'The release is ending.';
    return decisions.closedFault(this.record, this.scope.consideredCancelled);
  }

  resolve(message: Message<'resolve'>): { outcome: Message<'resolve'>['action'] } {
    decisions.resolve(this.record, message, now());
    this.changed();
    return { outcome: message.action };
  }

  addLanguages(message: Message<'addLanguages'>): { added: string[] } {
    const added = decisions.addLanguages(this.record, message, now());
    this.changed();
    return { added };
  }

  cancel({ by, reason }: Message<'cancel'>): { outcome: 'cancelling'; done: string } {
    this.decided(by, 'cancel', reason ?? null);
    this.scope.cancel();
    const done = doneText(doneSoFar(this.status()), utcForm);
    return { outcome: 'cancelling', done: withLinks(done, this.record.settings?.links ?? {}) };
  }

  /** A call that is only being retried is cancelled; it is made anew, or amended, once the release is resumed. */
  pause({ by, reason }: Message<'pause'>): { outcome: 'paused' } {
    decisions.pause(this.record, { at: now(), by, why: reason ?? null });
    this.openCall?.cancel();
    this.changed();
    return { outcome: 'paused' };
  }

  resume({ by, reason }: Message<'resume'>): { outcome: 'resumed' } {
    decisions.resume(this.record, { at: now(), by, why: reason ?? null });
    this.changed();
    return { outcome: 'resumed' };
  }

  decided(by: string, what: string, why: string | null, at = now()): void {
    decisions.decide(this.record, { at, by, what, why });
  }

  receive(callback: Message<'callback'>): void {
    transitions.applyCallback(this.record, callback);
    this.show();
  }

  /** A message arrived: every wait checks its condition again. */
  changed(): void {
    this.changes += 1;
    this.show();
  }

  /** Stores the status where it can be read without a worker: as a memo, and as search attributes for lists. */
  show(): void {
    const status = this.status();
    const shown = JSON.stringify(status);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#logState(status);
    upsertMemo({ [STATUS_MEMO]: status });
    setCurrentDetails(summaryOf(status));
    const attributes = relistedAs(status);
    const listed = JSON.stringify(attributes);
    if (listed === this.#listed) return;
    this.#listed = listed;
    upsertSearchAttributes(attributes);
  }

  #logState({ state, stage, problem }: ReleaseStatus): void {
    if (state === this.#loggedState) return;
    this.#loggedState = state;
    log.info(`The release is ${state}.`, { state, stage, ...(problem && { cause: problem.code }) });
  }
}

export function now(): string {
  return new Date().toISOString();
}
