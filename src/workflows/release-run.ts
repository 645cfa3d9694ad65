/** A release while it runs: its record, the changes that stages and messages make to it, and what others see of it. */
import {
  CancellationScope,
  condition,
  continueAsNew,
  allHandlersFinished,
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { TaskReading } from '../activities/tasks';
import { fourEyesFault } from '../domain/four-eyes';
import type { ReleaseInput } from '../domain/release-input';
import type { Problem } from '../domain/problem';
import { newLanguages, reopenStages } from '../domain/late-languages';
import { currentStage, statusOf, type ReleaseRecord } from '../domain/release-record';
import { searchAttributeKeys } from '../domain/search-attributes';
import { skippableStages, type Stage, type StageName } from '../domain/stages';
import type { ReleaseState, ReleaseStatus } from '../domain/status';
import { summaryOf } from '../domain/temporal-summary';
import type { CallbackHint, ResolveAction, SentBy } from '../protocol/messages';

const KEPT_DELIVERIES = 100;
const KEPT_DECISIONS = 50;

/** What a person decided about a release that was stuck. */
export interface Resolution {
  action: ResolveAction;
  by: string;
  reason: string | null;
}

export class ReleaseRun {
  /** Whether a callback has hinted at a change that nobody has looked for yet. */
  hinted = false;
  /** The task as it was last read, until something happens that may have changed it. */
  lastReading: TaskReading | null = null;
  /** Whether the project's turn to publish is ours. */
  hasPublishTurn = false;
  /** Cancelled by a person, or with the workflow. */
  readonly scope = new CancellationScope();
  /** Set by a person while the release is parked or partial. */
  #resolution: Resolution | null = null;
  #shownAttributes = '';
  #ended = false;

  constructor(
    readonly input: ReleaseInput,
    readonly record: ReleaseRecord,
  ) {}

  get spec(): ReleaseInput['spec'] {
    return this.input.spec;
  }

  get name(): { project: string; name: string } {
    return { project: this.spec.project, name: this.spec.name };
  }

  get taskId(): string {
    if (this.record.taskId === null) throw new Error('the task has not been created yet');
    return this.record.taskId;
  }

  get minCheckIntervalMs(): number {
    return this.record.settings?.minCheckIntervalMs ?? 3000;
  }

  /** Shortest pause between two looks; where callbacks are seen to arrive, looks may be rarer by that factor. */
  minPauseMs(rarerIfCalledBack: number): number {
    const isCalledBack = this.record.seenDeliveries.length > 0;
    return this.minCheckIntervalMs * (isCalledBack ? rarerIfCalledBack : 1);
  }

  status(): ReleaseStatus {
    return statusOf(this.name, this.record);
  }

  stage(name: StageName): Stage {
    const stage = this.record.stages.find((candidate) => candidate.name === name);
    if (stage === undefined) throw new Error(`there is no stage ${name}`);
    return stage;
  }

  begin(name: StageName): void {
    const stage = this.stage(name);
    stage.state = 'running';
    stage.startedAt ??= now();
    stage.endedAt = null;
    this.record.state = 'running';
    this.record.problem = null;
    this.record.waitingFor = null;
    this.show();
  }

  /** A person goes on without the stage, and without the languages that it was to add. */
  skip(name: StageName): void {
    if (name === 'supplement') this.endSupplement();
    this.end(name, 'skipped');
  }

  end(name: StageName, state: 'done' | 'skipped'): void {
    const stage = this.stage(name);
    stage.state = state;
    stage.endedAt = now();
    this.record.progress = null;
    this.record.waitingFor = null;
  }

  /** Holds the release until a person decides; everything done so far stays. */
  async park(name: StageName, problem: Problem): Promise<Resolution> {
    this.stage(name).state = 'failed';
    this.lastReading = null;
    const resolution = await this.awaitDecision('parked', problem);
    if (resolution === null) throw new Error('parked without a decision');
    return resolution;
  }

  /** Waits for a person; null where something else came up, or nobody came in the time given. */
  async awaitDecision(
    state: 'parked' | 'partial',
    problem: Problem,
    openMs?: number,
  ): Promise<Resolution | null> {
    const { record } = this;
    record.state = state;
    record.problem = problem;
    const dueAt = openMs === undefined ? null : new Date(Date.now() + openMs).toISOString();
    record.waitingFor = { kind: 'decision', since: now(), dueAt };
    this.#resolution = null;
    this.show();
    const decided = (): boolean =>
      this.#resolution !== null || (state === 'partial' && record.lateLanguages.length > 0);
    if (openMs === undefined) await condition(decided);
    else await condition(decided, openMs, { summary: 'open for a decision' });
    record.waitingFor = null;
    return this.#resolution;
  }

  resolve({ by, action, reason }: SentBy & { action: ResolveAction; reason?: string }): {
    outcome: ResolveAction;
  } {
    this.#resolution = { action, by, reason: reason ?? null };
    this.decided(by, `resolve ${action}`, reason ?? null);
    return { outcome: action };
  }

  /** Why somebody may not confirm the terms, or null; also as long as the rules have not been read. */
  confirmerFault(by: string): string | null {
    return this.record.settings?.fourEyes === true ? fourEyesFault(this.input.startedBy, by) : null;
  }

  /** Why a resolution cannot be taken now, or null. */
  resolutionFault(action: ResolveAction): string | null {
    const closing = this.closingFault();
    if (closing !== null) return closing;
    const { state } = this.record;
    if (state !== 'parked' && state !== 'partial')
      return `the release is ${state}: there is nothing to resolve`;
    if (this.#resolution !== null) return `it was just resolved by ${this.#resolution.by}`;
    const stage = currentStage(this.record);
    if (action === 'skip' && state === 'parked' && stage !== null && !skippableStages.has(stage)) {
      return `the stage ${stage} cannot be skipped: nothing after it can be done without it`;
    }
    return null;
  }

  addLanguages({ by, languages }: SentBy & { languages: string[] }): { added: string[] } {
    const added = newLanguages(this.record, languages);
    this.record.lateLanguages.push(...added);
    if (added.length > 0) this.decided(by, `add languages ${added.join(', ')}`, null);
    return { added };
  }

  reopenForLateLanguages(): boolean {
    if (this.record.lateLanguages.length === 0) return false;
    reopenStages(this.record);
    return true;
  }

  /** The languages of the supplement are late no longer: they are there, or left out by a person. */
  endSupplement(): void {
    const { supplement, lateLanguages } = this.record;
    this.record.lateLanguages = lateLanguages.filter(
      (language) => supplement?.languages.includes(language) !== true,
    );
    this.record.supplement = null;
  }

  cancel({ by, reason }: SentBy & { reason?: string }): { outcome: 'cancelling'; done: string } {
    this.decided(by, 'cancel', reason ?? null);
    this.scope.cancel();
    return { outcome: 'cancelling', done: this.whatWasDone() };
  }

  /** Why nothing that is said now can change anything any more, or null. */
  closingFault(): string | null {
    if (this.#ended) return `the release has ended as ${this.record.state}`;
    return this.scope.consideredCancelled ? 'the release is being cancelled' : null;
  }

  /** For whoever cancels: what stays, because it cannot be undone. */
  whatWasDone(): string {
    const { record } = this;
    const kept: string[] = [];
    if (record.taskId !== null)
      kept.push(`task ${record.taskId} stays at the service, and what was translated is paid for`);
    if (this.stage('publish').state === 'done')
      kept.push('the translations are published to the project, and earlier ones were overwritten');
    else if (record.publishJobId !== null)
      kept.push(`publish job ${record.publishJobId} was started and goes on at the service`);
    if (record.files.length > 0) kept.push(`${record.files.length} exported file(s) stay where they are`);
    const { postId = null, publishSentAt = null, accepted = false } = record.announcement ?? {};
    if (accepted) kept.push(`post ${postId ?? ''} is published and cannot be called back`);
    else if (publishSentAt !== null)
      kept.push(`post ${postId ?? ''} may be published: look for it in the application`);
    return kept.length === 0 ? 'Nothing had been done yet.' : `Cannot be undone: ${kept.join('; ')}.`;
  }

  decided(by: string, what: string, why: string | null): void {
    this.record.decisions.push({ at: now(), by, what, why });
    if (this.record.decisions.length > KEPT_DECISIONS) this.record.decisions.shift();
  }

  finish(state: ReleaseState, problem: Problem | null): ReleaseRecord {
    this.#ended = true;
    const open = currentStage(this.record);
    if (open !== null) Object.assign(this.stage(open), { state: 'failed', endedAt: now() });
    this.record.state = state;
    this.record.problem = problem;
    this.record.waitingFor = null;
    this.record.progress = null;
    this.show();
    return this.record;
  }

  /** Takes a callback once; progress only changes the view, anything else wakes whoever waits. */
  heard({ deliveryId, taskId, step }: CallbackHint): void {
    const { seenDeliveries } = this.record;
    // The task of an earlier run of this release calls back at the same address.
    if (this.record.taskId !== null && taskId !== this.record.taskId) return;
    if (seenDeliveries.includes(deliveryId)) return;
    seenDeliveries.push(deliveryId);
    if (seenDeliveries.length > KEPT_DELIVERIES) seenDeliveries.shift();
    if (step === undefined || this.stage('confirm').state === 'waiting') this.hinted = true;
    else this.#showStep(step);
  }

  /** Steps may be told out of order; the view only goes forward. */
  #showStep({ step, stepIndex, rowsDone, rowsTotal }: NonNullable<CallbackHint['step']>): void {
    const { progress } = this.record;
    if (this.stage('translate').state !== 'running' || stepIndex < (progress?.stepIndex ?? 0)) return;
    this.record.progress = {
      step,
      stepIndex,
      rowsDone: rowsDone ?? 0,
      rowsTotal: rowsTotal ?? progress?.rowsTotal ?? 0,
    };
    this.show();
  }

  /**
   * Whether it is time for a fresh history. Not while the release publishes: its turn belongs to this run, and
   * somebody else would get it.
   */
  get isLong(): boolean {
    return workflowInfo().continueAsNewSuggested && !this.hasPublishTurn;
  }

  /** A long release moves on between two looks, when no message is being worked on. */
  async continueIfLong(): Promise<void> {
    if (!this.isLong) return;
    await condition(allHandlersFinished);
    await continueAsNew(this.input, this.record);
  }

  /** Makes the release readable to anyone who looks at it in Temporal. */
  show(): void {
    const status = this.status();
    setCurrentDetails(summaryOf(status));
    const attributes = {
      project: status.project,
      state: status.state,
      stage: status.stage ?? 'none',
      waiting: status.waitingFor?.kind ?? 'none',
      waitingSince: status.waitingFor?.since ?? 'none',
    };
    const shown = JSON.stringify(attributes);
    if (shown === this.#shownAttributes) return;
    this.#shownAttributes = shown;
    upsertSearchAttributes([
      { key: searchAttributeKeys.project, value: attributes.project },
      { key: searchAttributeKeys.state, value: attributes.state },
      { key: searchAttributeKeys.stage, value: attributes.stage },
      { key: searchAttributeKeys.waiting, value: attributes.waiting },
      { key: searchAttributeKeys.waitingSince, value: attributes.waitingSince },
    ]);
  }
}

export function now(): string {
  return new Date().toISOString();
}
