/** The operations on the terms that operators have while the release waits for them, one at a time. */
import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  log,
  TimeoutFailure,
} from '@temporalio/workflow';
import type { ChangedTerms } from '../activities/review-terms';
import type { OperatorProof } from '../domain/release/release-input';
import type { ReviewDecision } from '../domain/release/release-record';
import { counted } from '../domain/text/counted';
import { needsProof } from '../domain/review/four-eyes';
import { addWarning } from '../domain/release/release-transitions';
import { sentence } from '../domain/text/sentence';
import { confirmerFault, decideReview, editFault, reviewFault } from '../domain/review/review-rules';
import { asSheetRef } from '../domain/review/term-sheet';
import type { TermSheetRef } from '../domain/release/status';
import { interactive, interactiveReading } from './activity-proxies';
import { ownEdit } from './write-guard';
import type { ActivityInput } from '../protocol/activity-inputs';
import type { Message } from '../protocol/message-schemas';
import { asStageProblem, hadNoResponse, refusal, refuseIf } from './problems';
import { now, type ReleaseRun } from './release-run';

/** A signal has no proof of its sender. The status of the release shows that it does not count. */
export function mayDecideBySignal(
  release: Pick<ReleaseRun, 'record' | 'input'>,
  { confirmed, by }: ReviewDecision,
): boolean {
  const { record, input } = release;
  if (!confirmed || record.settings?.fourEyes !== true) return true;
  const fault = confirmerFault(record, input, by) ?? needsProof;
  log.warn('Ignored a confirmation of the terms.', { by, fault });
  addWarning(record, `A confirmation of the terms came as a signal and was ignored. ${needsProof}`);
  return false;
}

export class TermReview {
  /** Edits, deletions and decisions take turns: each works on the list that the previous one left. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly release: ReleaseRun) {}

  closedToDecisions(): string | null {
    return this.release.closedFault() ?? reviewFault(this.release.record, this.release.spec);
  }

  /** Edits are possible while the release is parked in its review. */
  closedToEdits(): string | null {
    const { record, spec } = this.release;
    return this.release.closedFault() ?? editFault(record, spec);
  }

  /** A deletion cannot be undone, so it is not possible while the release is paused. */
  closedToDeletions(): string | null {
    const isPaused = this.release.record.paused !== null;
    return (
      this.closedToEdits() ??
      (isPaused ? 'The release is paused. Mark the terms as removed instead, or resume it first.' : null)
    );
  }

  /** A second confirmation is no fault: it returns the result of the first one. */
  confirmFault({ by, proof }: Message<'confirm'>): string | null {
    const { record, input } = this.release;
    if (record.review?.decision?.confirmed === true) return null;
    const unproven = record.settings?.fourEyes === true && proof === undefined ? needsProof : null;
    return this.closedToDecisions() ?? confirmerFault(record, input, by) ?? unproven;
  }

  /** Any Temporal client may send the signal, even before the scan has ended: then it is stored. */
  decideBySignal(decision: ReviewDecision): void {
    if (mayDecideBySignal(this.release, decision)) decideReview(this.release.record, decision, Date.now());
    this.release.show();
    this.release.changed();
  }

  async confirm({ by, comment, digest: seen, proof, matches: shown }: Message<'confirm'>) {
    return this.#oneAtATime(async () => {
      const { record } = this.release;
      if (record.review?.decision?.confirmed === true) return { outcome: 'already-confirmed' as const };
      refuseIf(this.closedToDecisions());
      const expected = seen ?? this.#terms.digest;
      if (record.settings?.fourEyes === true) await this.#mustBeProven(by, expected, proof);
      const { digest } = await this.#read();
      // The confirmation would permanently delete terms that somebody has marked since.
      if (digest !== expected) {
        const { total, removed } = this.#terms;
        throw ApplicationFailure.nonRetryable(
          `The term list or its marks have changed since you opened it. It has ${counted(total, 'term')} now, ${removed === 0 ? 'none' : removed} of them to be deleted. Review it again, then confirm.`,
          'TermsChanged',
        );
      }
      if (shown !== undefined) await this.#mustOverwriteOnly(shown);
      refuseIf(this.closedToDecisions());
      this.#decide({ confirmed: true, by, why: comment ?? null });
      return { outcome: 'confirmed' as const };
    });
  }

  async #mustBeProven(by: string, digest: string, proof: OperatorProof | undefined): Promise<void> {
    const { name: release } = this.release;
    const { fault } = await orRefused(
      interactive.checkConfirmer({ release, by, digest, proof, atMs: Date.now() }),
    );
    refuseIf(fault);
  }

  async reject({ by, reason }: Message<'reject'>) {
    return this.#oneAtATime(() => {
      refuseIf(this.closedToDecisions());
      this.#decide({ confirmed: false, by, why: reason });
      return Promise.resolve({ outcome: 'rejected' as const });
    });
  }

  async edit({
    by,
    termIds,
    ...wanted
  }: Omit<ActivityInput<'editTerms'>, 'project' | 'taskId' | 'terms' | 'at'>) {
    return this.#change(by, termIds, (terms, left) =>
      ownEdit(({ interactive }) =>
        interactive.editTerms({ ...this.#task(), terms, termIds: left, ...wanted, by, at: now() }),
      ),
    );
  }

  async delete({ by, termIds }: Message<'deleteTerms'>): Promise<TermSheetRef> {
    return this.#change(by, termIds, (terms, left) =>
      ownEdit(({ interactive }) => interactive.deleteTerms({ ...this.#task(), terms, termIds: left, by })),
    );
  }

  async mark({ by, termIds, removed }: Message<'markTerms'>) {
    return this.#note((terms) => interactive.markTerms({ terms, termIds, removed, by, at: now() }));
  }

  async accept({ by, termIds, languages }: Message<'acceptTerms'>) {
    return this.#note((terms) => interactive.acceptTerms({ terms, termIds, languages, by, at: now() }));
  }

  /** Reading a large termbase takes long, and edits must not wait for that: only the result takes its turn. */
  async match(): Promise<TermSheetRef> {
    const { project } = this.release.spec;
    const compared = this.#terms;
    const { matches } = await orRefused(interactiveReading.matchTermbase({ project, terms: compared }));
    return this.#oneAtATime(() => {
      const terms = this.#terms;
      // Matches of a list that was replaced meanwhile would hide what is new in the other.
      if (terms.base === compared.base) this.release.record.terms = { ...terms, matches };
      this.release.show();
      return Promise.resolve(this.#terms);
    });
  }

  async refresh(): Promise<TermSheetRef> {
    return this.#oneAtATime(() => this.#read());
  }

  /** The termbase may have changed since it was shown, and entries that were not shown are not overwritten. */
  async #mustOverwriteOnly(shown: string): Promise<void> {
    const { project } = this.release.spec;
    const { matches, unseen } = await orRefused(
      interactiveReading.matchTermbase({ project, terms: this.#terms, shown }),
    );
    this.release.record.terms = { ...this.#terms, matches };
    if (unseen === undefined || unseen.count === 0) return;
    const others = unseen.count - unseen.texts.length;
    const texts =
      unseen.texts.map((text) => `"${text}"`).join(', ') + (others > 0 ? ` and ${others} more` : '');
    throw ApplicationFailure.nonRetryable(
      `The termbase has other entries than you were shown, and they would be overwritten: ${texts}. Nothing was confirmed. Review these terms again, then confirm.`,
      'TermsChanged',
    );
  }

  /** Marks are stored here only; the service does not know them. */
  async #note(change: (terms: TermSheetRef) => Promise<TermSheetRef>): Promise<TermSheetRef> {
    return this.#oneAtATime(async () => {
      refuseIf(this.closedToEdits());
      return this.#take(change(this.#terms));
    });
  }

  /** Repeats the call for the terms that an attempt left, until all are done or the call fails. */
  async #change(
    by: string,
    termIds: readonly string[],
    change: (terms: TermSheetRef, termIds: readonly string[]) => Promise<ChangedTerms>,
  ): Promise<TermSheetRef> {
    return this.#oneAtATime(async () => {
      refuseIf(this.closedToEdits());
      const { termChanges } = this.release.record;
      let open = termIds;
      while (open.length > 0) {
        const { left = [], again = 0 } = await this.#take(
          change(this.#terms, open),
          termIds.length - open.length,
        );
        termChanges[by] = (termChanges[by] ?? 0) + open.length - left.length - again;
        open = left;
      }
      return this.#terms;
    });
  }

  async #read(): Promise<TermSheetRef> {
    await this.#take(
      interactive.snapshotTerms({ ...this.#task(), seen: this.#terms, source: this.release.input.source }),
    );
    return this.#terms;
  }

  async #take<Sheet extends TermSheetRef>(change: Promise<Sheet>, doneBefore = 0): Promise<Sheet> {
    const sheet = await orRefused(change, doneBefore);
    this.release.record.terms = asSheetRef(sheet);
    this.release.changed();
    return sheet;
  }

  get #terms(): TermSheetRef {
    const { terms } = this.release.record;
    if (terms === null) throw refusal('Too early: the terms have not been read yet.');
    return terms;
  }

  #task(): { project: string; taskId: string } {
    return { project: this.release.spec.project, taskId: this.release.taskId };
  }

  #decide(decision: ReviewDecision): void {
    const { record } = this.release;
    if (record.review !== null) record.review.decision = { ...decision, at: now() };
    this.release.changed();
  }

  #oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#last.then(work, work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}

/** Only an `ApplicationFailure` fails an update without stalling the release. */
async function orRefused<Result>(call: Promise<Result>, doneBefore = 0): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    const done = doneBefore === 0 ? '' : `${doneBefore} of the terms were changed. Then this happened: `;
    throw ApplicationFailure.nonRetryable(done + reasonOf(error), refusalType(error));
  }
}

function refusalType(error: unknown): string {
  if (hadNoResponse(error)) return 'NoAnswer';
  const cause = error instanceof ActivityFailure ? error.cause : null;
  return cause instanceof ApplicationFailure && cause.type === 'TermsChanged' ? 'TermsChanged' : 'Refused';
}

function reasonOf(error: unknown): string {
  if (isCancellation(error)) return 'The release was cancelled before this was done.';
  if (error instanceof ActivityFailure && error.cause instanceof TimeoutFailure) {
    return 'The service did not answer in time. It is not known whether it took the change. List the terms, then try again.';
  }
  const problem = asStageProblem(error);
  const reason = sentence(problem instanceof Error ? problem.message : String(problem));
  return hadNoResponse(error) ? `${reason} Try again later.` : reason;
}
