/** Uploads any number of terms to a project's termbase, one call after another; a failed call stops no other. */
import { setCurrentDetails, isCancellation } from '@temporalio/workflow';
import {
  LISTED_FAILURES,
  newUploadRecord,
  settleBatch,
  uploadStatus,
  type BatchResult,
  type TermbasePlan,
  type TermbaseUploadInput,
  type TermbaseUploadRecord,
  type TermbaseUploadStatus,
  type TermRange,
  type SentTerms,
  type TermCounts,
  type TermOutcome,
} from '../../domain/review/termbase-upload';
import { bulkReads } from '../activity-proxies';
import { callbackSignal, termbaseStatusQuery } from '../../protocol/messages';
import { checkedInput, onQuery, onSignal } from '../checked-messages';
import { ownEdit } from '../write-guard';
import { continueIfLong, wait, type Waiting } from '../wait';
import type { Message } from '../../protocol/message-schemas';
import type { SentTermsFound } from '../../activities/termbase';
import { sentence } from '../../domain/text/sentence';
import { termUploadDeadlineMs, nextCheckInMs } from '../../domain/release/polling';
import { asStageProblem, isOutcomeUnknown, StageProblem } from '../problems';

type UploadPlan = TermbasePlan & { mode: 'upload' };

const AGAIN = 'Upload the file again: terms that are already there do not change.';

/** `continued` is the state of an earlier run of this upload. */
export async function termbaseUpload(
  given: TermbaseUploadInput,
  continued?: TermbaseUploadRecord,
): Promise<TermbaseUploadStatus> {
  const input = checkedInput('termbaseUploadInput', given);
  const record = continued ?? newUploadRecord(input.mode);
  const run = new UploadRun(input, record);
  onQuery(termbaseStatusQuery, () => uploadStatus(input, record));
  onSignal(callbackSignal, 'callback', ({ upload }) => {
    if (upload !== undefined) run.put(upload);
  });

  const plan = (record.plan ??= await bulkReads.planTermbaseUpload(input));
  while (record.termsDone < plan.terms) {
    await continueIfLong(run);
    const first = record.termsDone + 1;
    const range = { first, last: Math.min(record.termsDone + plan.termsPerCall, plan.terms) };
    record.current = range;
    setCurrentDetails(`terms ${range.first} to ${range.last} of ${plan.terms}`);
    const result =
      plan.mode === 'upload'
        ? await uploadBatch(run, plan, range)
        : await changeBatch(input, range, LISTED_FAILURES - record.failures.length);
    settleBatch(record, range, result);
  }
  return uploadStatus(input, record);
}

async function changeBatch(
  input: TermbaseUploadInput,
  range: TermRange,
  listAtMost: number,
): Promise<BatchResult> {
  const batch = { ...input, range, listAtMost };
  try {
    return await ownEdit(({ lengthy, repeatable }) =>
      input.mode === 'delete' ? lengthy.deleteTermbaseTerms(batch) : repeatable.updateTerms(batch),
    );
  } catch (error) {
    return resultOfError(range, 'error', error);
  }
}

/** Sending terms again does no harm, so a lost reply leads to a retry. */
async function uploadBatch(run: UploadRun, plan: UploadPlan, range: TermRange): Promise<BatchResult> {
  const { input, record } = run;
  try {
    // A continued run resumes with the terms that were sent.
    record.sent ??= {
      ...(await ownEdit(({ repeatable }) => repeatable.uploadTerms({ ...input, range }))),
      atMs: Date.now(),
    };
  } catch (error) {
    return resultOfError(range, isOutcomeUnknown(error) ? 'unknown' : 'failed', error);
  }
  try {
    return await awaitTerms(run, plan, range, record.sent);
  } catch (error) {
    return resultOfError(range, 'unknown', error);
  }
}

/** A call that was refused, or got no reply, is a result like any other. */
function resultOfError(range: TermRange, outcome: TermOutcome, error: unknown): BatchResult {
  const cause = isCancellation(error) ? error : asStageProblem(error);
  if (!(cause instanceof StageProblem)) throw cause;
  const { code, traceIds } = cause.problem;
  return {
    counts: { [outcome]: sizeOf(range) },
    failures: [{ ...range, id: null, code, message: cause.message, ...(traceIds && { traceIds }) }],
  };
}

async function awaitTerms(
  run: UploadRun,
  { before, callbacks, minCheckIntervalMs: minimumMs }: UploadPlan,
  range: TermRange,
  { uploadId, repeated, accepted, atMs, callbacksRefused = false }: SentTerms,
): Promise<BatchResult> {
  // If no callback will report the end, only the termbase can show it.
  let isEndReported = callbacksRefused || !callbacks;
  // Terms that the service did not accept will not come; the termbase shows which they are.
  const refused = sizeOf(range) - Math.min(accepted ?? sizeOf(range), sizeOf(range));
  for (;;) {
    const waitedMs = Date.now() - atMs;
    const end = await run.take(uploadId, nextCheckInMs({ waitedMs, minimumMs }));
    if (end?.failed === true) return failed(range, end);
    // For terms that were sent twice, the service counts only the changes of the second call; the termbase has all.
    const counts = end === null || repeated || refused > 0 ? null : countsOf(range, end);
    if (counts !== null) return { counts, failures: [] };
    isEndReported ||= end !== null;
    const found = await bulkReads.lookForTerms({ ...run.input, range, before });
    const isOver = found.missing <= refused && (found.unseen === 0 || isEndReported);
    if (isOver || waitedMs >= termUploadDeadlineMs) return seen(range, found, refused);
  }
}

/** null: the service reported only that the upload has ended. */
function countsOf(range: TermRange, { upserted, modified }: UploadEnd): TermCounts | null {
  if (upserted === undefined || modified === undefined) return null;
  const unchanged = sizeOf(range) - upserted - modified;
  return unchanged < 0 ? null : { new: upserted, changed: modified, unchanged };
}

function failed(range: TermRange, { failureCode, error }: UploadEnd): BatchResult {
  const code = String(failureCode ?? 'upload_failed');
  const message = `The service could not write these terms: ${sentence(error ?? 'it gave no reason')} ${AGAIN}`;
  return { counts: { failed: sizeOf(range) }, failures: [{ ...range, id: null, code, message }] };
}

function seen(range: TermRange, { counts, missing, unseen }: SentTermsFound, refused: number): BatchResult {
  const unknown = missing + unseen;
  if (unknown === 0) return { counts, failures: [] };
  const reasons = [
    ...(missing === 0
      ? []
      : [`${missing} of these terms ${missing === 1 ? 'is' : 'are'} not in the termbase`]),
    ...(unseen === 0
      ? []
      : [
          `${unseen} of them ${unseen === 1 ? 'has' : 'have'} a source language that cannot be looked up there`,
        ]),
  ];
  const taken = refused === 0 ? 'these terms' : `${sizeOf(range) - refused} of these ${sizeOf(range)} terms`;
  const message = `The service accepted ${taken}, and then did not say how it ended: ${reasons.join(', and ')}. ${AGAIN}`;
  const failure = { ...range, id: null, code: 'outcome_unknown', message };
  return { counts: { ...counts, unknown }, failures: [failure] };
}

function sizeOf({ first, last }: TermRange): number {
  return last - first + 1;
}

type UploadEnd = NonNullable<Message<'callback'>['upload']>;

/** More than can be under way at once; late duplicates would pile up otherwise. */
const MAX_ENDS = 20;

class UploadRun implements Waiting {
  /** The reported ends of uploads, one of which may arrive before the reply to its call. */
  readonly #ends = new Map<string, UploadEnd>();

  constructor(
    readonly input: TermbaseUploadInput,
    readonly record: TermbaseUploadRecord,
  ) {}

  nextRunArgs(): [TermbaseUploadInput, TermbaseUploadRecord] {
    return [this.input, this.record];
  }

  put(end: UploadEnd): void {
    this.#ends.set(end.uploadId, end);
    const [oldest] = this.#ends.keys();
    if (oldest !== undefined && this.#ends.size > MAX_ENDS) this.#ends.delete(oldest);
  }

  /** Returns the end of an upload once; null: none came in time. */
  async take(uploadId: string, withinMs: number): Promise<UploadEnd | null> {
    const hasEnded = (): boolean => this.#ends.has(uploadId);
    await wait(this, hasEnded, { forMs: withinMs, summary: 'the term upload: next check' });
    const end = this.#ends.get(uploadId) ?? null;
    this.#ends.delete(uploadId);
    return end;
  }
}
