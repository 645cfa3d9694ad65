/**
 * A release while it runs: its record, what wakes it, what cancels it, when it moves on to a fresh history, and what
 * others see of it. How the record changes is the domain's (`release-transitions`).
 */
import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  patched,
  setCurrentDetails,
  upsertMemo,
  workflowInfo,
} from '@temporalio/workflow';
import type { TaskReading } from '../activities/tasks';
import type { ReleaseInput } from '../domain/release-input';
import { PROBLEM_MEMO, statusOf, type ReleaseRecord, type Resolution } from '../domain/release-record';
import type { ReleaseState } from '../domain/release-states';
import * as decisions from '../domain/release-decisions';
import * as transitions from '../domain/release-transitions';
import type { StageName } from '../domain/stages';
import type { Hold, Problem, ReleaseStatus, Stage } from '../domain/status';
import { summaryOf } from '../domain/temporal-summary';
import type { TurnAnswer } from '../domain/turn-taker';
import type { Message } from '../protocol/message-schemas';
import { passedWhenLean, type EarlierGuard } from './guarded';
import { NoticeTeller } from './notice-teller';
import { ReleaseListing } from './release-listing';

export class ReleaseRun {
  /** Whether a callback has hinted at a change that nobody has looked for yet. */
  hinted = false;
  /** The task as it was last read, until something happens that may have changed it. */
  lastReading: TaskReading | null = null;
  /** Whether the project's turn to publish is ours. */
  hasPublishTurn = false;
  /** Whether somebody said so, which only the queue itself can tell. */
  turnHinted = false;
  /** Whether it has come to its end, and only what stays of it is still to be kept. */
  isEnding = false;
  /** Cancelled by a person, or with the workflow. */
  readonly scope = new CancellationScope();
  /** Whether it began when less of it was listed, and calls brought more than they were made for. */
  readonly isListedLess = patched('listed-less');
  /**
   * Whether it began when guards were marked once: such a run has all that came before, needs no mark for it, and does
   * in one call what used to take two. The newest mark stands for the earlier one too.
   */
  readonly isLean = this.isListedLess || patched('fewer-events');
  readonly notices: NoticeTeller;
  readonly #listing = new ReleaseListing({ isLean: this.isLean, isListedLess: this.isListedLess });

  constructor(
    /** As it was started, with all that was amended since. */
    public input: ReleaseInput,
    readonly record: ReleaseRecord,
  ) {
    this.notices = new NoticeTeller(this.name, record, () => this.has('notices'));
  }

  /** Whether what a guard of before stands for is done in this run. Each mark in a history costs two events. */
  has(guard: EarlierGuard): boolean {
    return this.isListedLess || (this.isLean && passedWhenLean.has(guard)) || patched(guard);
  }

  get spec(): ReleaseInput['spec'] {
    return this.input.spec;
  }

  get name(): { project: string; name: string } {
    return { project: this.spec.project, name: this.spec.name };
  }

  get taskId(): string {
    if (this.record.taskId === null) throw new Error('The task has not been created yet.');
    return this.record.taskId;
  }

  get minCheckIntervalMs(): number {
    return this.record.settings?.minCheckIntervalMs ?? 3000;
  }

  /** Shortest pause between two looks; where callbacks are seen to arrive, looks may be rarer by that factor. */
  minPauseMs(rarerIfCalledBack: number): number {
    return this.minCheckIntervalMs * (this.isCalledBack ? rarerIfCalledBack : 1);
  }

  get isCalledBack(): boolean {
    return this.record.seenDeliveries.length > 0;
  }

  status(): ReleaseStatus {
    return statusOf(this.name, this.record);
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

  skip(name: StageName): void {
    transitions.skipStage(this.record, name, now());
  }

  /** Until a time that was set or that a service asked for, or until others have published. */
  hold(name: StageName, hold: Hold): void {
    transitions.holdStage(this.record, name, hold);
    if (this.has('holds-are-listed')) this.record.state = 'waiting';
    this.show();
  }

  showTurnOf({ holder, holderProblem }: TurnAnswer): void {
    const whose = holder?.replace(/^release\//, '');
    const of = whose === undefined ? null : [whose, ...(holderProblem ? [holderProblem] : [])].join(': ');
    this.hold('publish', { why: 'publish_turn', until: null, of });
  }

  /** It has to begin anew later. */
  postpone(name: StageName): void {
    transitions.postponeStage(this.record, name);
  }

  /** Nothing new begins while somebody has it stopped. */
  async untilResumed(): Promise<void> {
    const { record } = this;
    if (!record.paused) return;
    const sinceMs = Date.now();
    transitions.showPaused(record, record.paused);
    this.show();
    await condition(() => !record.paused);
    record.waitingFor = null;
    record.problem = null;
    // They may have been changed since they were read.
    delete this.lastReading?.terms;
    transitions.addHeldTime(record, Date.now() - sinceMs);
  }

  /** Until a person decides. */
  async park(name: StageName, problem: Problem): Promise<Resolution> {
    const { record } = this;
    transitions.parkStage(record, name, problem, now());
    this.#keepInHistory(problem);
    this.lastReading = null;
    this.show();
    const actions = decisions.possibleActions(this.status());
    this.notices.tell({ event: 'release.parked', stage: name, problem: problem.message, actions });
    const sinceMs = Date.now();
    await condition(() => record.resolution !== null);
    const isHeld = name === 'confirm' && this.has('parked-time-does-not-count');
    transitions.endPark(record, name, { heldMs: isHeld ? Date.now() - sinceMs : 0 });
    if (record.resolution === null) throw new Error('The release is parked without a decision.');
    return record.resolution;
  }

  /** Until a person decides, a language is added, or nobody came in the time given; null where nobody decided. */
  async awaitRetry(problem: Problem, openMs: number): Promise<Resolution | null> {
    const { record } = this;
    const dueAt = new Date(Date.now() + openMs).toISOString();
    transitions.openPartial(record, problem, { since: now(), dueAt });
    this.#keepInHistory(problem);
    this.show();
    this.notices.tell({ event: 'release.partial', problem: problem.message, dueAt });
    const isOver = (): boolean => record.resolution !== null || record.lateLanguages.length > 0;
    await condition(isOver, openMs, { summary: 'open for a decision' });
    record.waitingFor = null;
    return record.resolution;
  }

  /** Why nothing that is said now can change anything any more, or null. */
  closedFault(): string | null {
    if (this.isEnding) return 'The release is ending.';
    return decisions.closedFault(this.record, this.scope.consideredCancelled);
  }

  resolve(message: Message<'resolve'>): { outcome: Message<'resolve'>['action'] } {
    decisions.resolve(this.record, message, now());
    return { outcome: message.action };
  }

  addLanguages(message: Message<'addLanguages'>): { added: string[] } {
    return { added: decisions.addLanguages(this.record, message, now()) };
  }

  cancel({ by, reason }: Message<'cancel'>): { outcome: 'cancelling'; done: string } {
    this.decided(by, 'cancel', reason ?? null);
    this.scope.cancel();
    return { outcome: 'cancelling', done: transitions.whatWasDone(this.record) };
  }

  pause({ by, reason }: Message<'pause'>): { outcome: 'paused' } {
    decisions.pause(this.record, { at: now(), by, why: reason ?? null });
    return { outcome: 'paused' };
  }

  resume({ by, reason }: Message<'resume'>): { outcome: 'resumed' } {
    decisions.resume(this.record, { at: now(), by, why: reason ?? null });
    return { outcome: 'resumed' };
  }

  decided(by: string, what: string, why: string | null, at = now()): void {
    decisions.decide(this.record, { at, by, what, why });
  }

  /** Wakes whoever waits, unless it is only progress. */
  hear(callback: Message<'callback'>): void {
    const heard = transitions.hear(this.record, callback);
    if (heard === 'look') this.hinted = true;
    if (heard === 'progress') this.show();
  }

  finish(state: ReleaseState, problem: Problem | null): void {
    transitions.finish(this.record, state, problem, now());
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
    // Nothing may change the record once it was handed on.
    await condition(() => allHandlersFinished() && this.notices.isAllTold);
    await continueAsNew(this.input, this.record);
  }

  /** Why it stopped, for whoever reads the history when the release itself cannot be asked, or has long gone on. */
  #keepInHistory({ code, message }: Problem): void {
    if (this.has('problems-in-history')) upsertMemo({ [PROBLEM_MEMO]: { code, message } });
  }

  /** For the list of releases. Asked for only where it is held: others need no guard. */
  #heldFor(): string {
    const { hold = null } = this.record;
    return hold !== null && this.has('holds-are-listed') ? hold.why : 'none';
  }

  /** It stays in its stage for longer: then a list should say so. */
  stay(): void {
    this.show({ isStaying: true });
  }

  /** Makes the release readable to anyone who looks at it in Temporal. A list hears of it where that is worth its price. */
  show({ isStaying = false } = {}): void {
    const status = this.status();
    setCurrentDetails(summaryOf(status));
    const waiting = status.waitingFor?.kind ?? this.#heldFor();
    this.#listing.show(status, { waiting, isStaying });
  }
}

export function now(): string {
  return new Date().toISOString();
}
