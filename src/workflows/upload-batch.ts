/**
 * Uploads the terms of one call and waits for their end: until the service tells it, or until the termbase shows
 * them. Sending them again does no harm, so that is what happens after a lost reply.
 */
import { isCancellation } from '@temporalio/workflow';
import type { TermsLook } from '../activities/termbase-reading';
import { nextPauseMs } from '../domain/pause-between-looks';
import { sentence } from '../domain/sentence';
import { termUploadDeadlineMs } from '../domain/policies';
import type {
  BatchResult,
  SentTerms,
  TermbasePlan,
  TermbaseUploadInput,
  TermCounts,
  TermOutcome,
  TermRange,
} from '../domain/termbase-upload';
import { bulkReads } from './activity-proxies';
import { passFreely } from './gate';
import { asStageProblem, ReleaseFailure, isOutcomeUnknown, NeedsDecision } from './problems';
import type { UploadEnd, UploadRun } from './upload-run';

type UploadPlan = TermbasePlan & { mode: 'upload' };

const AGAIN = 'Upload the file again: terms that are already there do not change.';

export async function uploadBatch(run: UploadRun, plan: UploadPlan, range: TermRange): Promise<BatchResult> {
  const { input, record } = run;
  try {
    // A continued run goes on with what was sent.
    record.sent ??= await send(input, range);
  } catch (error) {
    return resultOfError(range, isOutcomeUnknown(error) ? 'unknown' : 'failed', error);
  }
  try {
    return await awaitTerms(run, plan, range, record.sent);
  } catch (error) {
    return resultOfError(range, 'unknown', error);
  }
}

async function send(input: TermbaseUploadInput, range: TermRange): Promise<SentTerms> {
  const sent = await passFreely(({ repeatable }) => repeatable.uploadTerms({ ...input, range }));
  return { ...sent, atMs: Date.now() };
}

/** A call that was refused, or never answered, is a result like any other. */
export function resultOfError(range: TermRange, outcome: TermOutcome, error: unknown): BatchResult {
  const cause = isCancellation(error) ? error : asStageProblem(error);
  if (!(cause instanceof NeedsDecision || cause instanceof ReleaseFailure)) throw cause;
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
  { uploadId, repeated, accepted, atMs }: SentTerms,
): Promise<BatchResult> {
  let completed = false;
  // Of what it did not take on, none will come; which terms those are, the termbase shows.
  const refused = sizeOf(range) - Math.min(accepted ?? sizeOf(range), sizeOf(range));
  for (;;) {
    const waitedMs = Date.now() - atMs;
    const heard = await run.take(uploadId, nextPauseMs({ waitedMs, minimumMs }));
    if (heard?.failed === true) return failed(range, heard);
    // Of terms that were sent twice, the service counts what was left for the second time; a look tells all.
    const counts = heard === null || repeated || refused > 0 ? null : countsOf(range, heard);
    if (counts !== null) return { counts, failures: [] };
    completed ||= heard !== null;
    const look = await bulkReads.lookForTerms({ ...run.input, range, before });
    const isOver = look.missing <= refused && (look.unseen === 0 || completed || !callbacks);
    if (isOver || waitedMs >= termUploadDeadlineMs) return seen(range, look, refused);
  }
}

/** null where the service told only that it has ended. */
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

function seen(range: TermRange, { counts, missing, unseen }: TermsLook, refused: number): BatchResult {
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
