/** What operators can do to the terms while the release waits for them, one after the other. */
import { ActivityFailure, ApplicationFailure, isCancellation, TimeoutFailure } from '@temporalio/workflow';
import { attended } from './calls';
import type { Spoken, TermEdit, TermsAnswer } from './messages';
import { asStageProblem } from './problems';
import type { ReleaseRun } from './release-run';

export class TermReview {
  /** Edits, deletions and decisions go in turn: each is made on the list as the one before left it. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly release: ReleaseRun) {}

  /** Why nothing can be said about the terms now, or null. */
  fault(): string | null {
    const closing = this.release.closingFault();
    if (closing !== null) return closing;
    const { record, spec } = this.release;
    const decision = record.review?.decision ?? null;
    if (decision !== null) {
      return `too late: ${decision.by} has ${decision.confirmed ? 'confirmed' : 'rejected'} the terms already`;
    }
    const { state } = this.release.stage('confirm');
    if (state === 'waiting' && record.terms !== null) return null;
    if (!spec.terms.scan || spec.terms.confirmation !== 'operator')
      return 'this release asks nobody about its terms';
    if (state === 'pending' || state === 'running') return 'too early: the term scan has not ended yet';
    if (state === 'failed') return 'the release is parked: resolve that first';
    return 'too late: the terms have been settled';
  }

  /** A second confirmation is no fault: it is answered with what the first one did. */
  confirmFault(): string | null {
    return this.release.record.review?.decision?.confirmed === true ? null : this.fault();
  }

  /** From any Temporal client. It may come before the scan has ended: then it is remembered. */
  decideBySignal(confirmed: boolean, by: string, why: string | null): void {
    const { record } = this.release;
    if (this.release.stage('confirm').state === 'done') return;
    record.review ??= { openedAtMs: Date.now(), remindersSent: 0, decision: null };
    record.review.decision ??= { confirmed, by, why };
  }

  async confirm(said: Spoken & { comment?: string; digest?: string }) {
    return this.#inTurn(async () => {
      const { record } = this.release;
      if (record.review?.decision?.confirmed === true) return { outcome: 'already-confirmed' as const };
      this.#mustBeOpen();
      const seen = said.digest ?? record.terms?.digest;
      const { digest } = await this.#read();
      if (digest !== seen) {
        throw refused(
          'the term list has changed since you opened it: review it again, then confirm',
          'TermsChanged',
        );
      }
      this.#mustBeOpen();
      this.#decide({ confirmed: true, by: said.by, why: said.comment ?? null });
      return { outcome: 'confirmed' as const };
    });
  }

  async reject({ by, reason }: Spoken & { reason: string }) {
    return this.#inTurn(() => {
      this.#mustBeOpen();
      this.#decide({ confirmed: false, by, why: reason });
      return Promise.resolve({ outcome: 'rejected' as const });
    });
  }

  async edit({ by, termId, edit }: Spoken & { termId: string; edit: TermEdit }): Promise<TermsAnswer> {
    return this.#change(by, 1, (digest) => attended.editTerm({ ...this.#task(), digest, termId, edit }));
  }

  async delete({ by, termIds }: Spoken & { termIds: string[] }): Promise<TermsAnswer> {
    return this.#change(by, termIds.length, (digest) =>
      attended.deleteTerms({ ...this.#task(), digest, termIds }),
    );
  }

  async refresh(): Promise<TermsAnswer> {
    return this.#inTurn(() => this.#read());
  }

  async #change(
    by: string,
    count: number,
    change: (digest: string) => Promise<TermsAnswer>,
  ): Promise<TermsAnswer> {
    return this.#inTurn(async () => {
      this.#mustBeOpen();
      const { record } = this.release;
      try {
        record.terms = await change(record.terms?.digest ?? '');
      } catch (error) {
        throw answerOf(error);
      }
      record.termChanges[by] = (record.termChanges[by] ?? 0) + count;
      return record.terms;
    });
  }

  /** The list as the service has it now, kept in the store under its digest. */
  async #read(): Promise<TermsAnswer> {
    try {
      const { digest, total } = await attended.snapshotTerms(this.#task());
      return (this.release.record.terms = { digest, total });
    } catch (error) {
      throw answerOf(error);
    }
  }

  #task(): { project: string; taskId: string } {
    return { project: this.release.spec.project, taskId: this.release.taskId };
  }

  #mustBeOpen(): void {
    const fault = this.fault();
    if (fault !== null) throw refused(fault, 'Refused');
  }

  #decide(decision: { confirmed: boolean; by: string; why: string | null }): void {
    const { record } = this.release;
    if (record.review !== null) record.review.decision = decision;
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#last.then(work, work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}

function refused(message: string, type: string): ApplicationFailure {
  return ApplicationFailure.create({ type, message, nonRetryable: true });
}

/** An update answers with what went wrong; only an `ApplicationFailure` does that without stalling the release. */
function answerOf(error: unknown): ApplicationFailure {
  if (isCancellation(error)) return refused('the release was cancelled before this was done', 'Refused');
  if (error instanceof ActivityFailure && error.cause instanceof TimeoutFailure) {
    const message =
      'The service did not answer in time. Whether it took the change is not known: list the terms, then try again.';
    return refused(message, 'Refused');
  }
  const problem = asStageProblem(error);
  return refused(problem instanceof Error ? problem.message : String(problem), 'Refused');
}
