/** Brings any number of terms into a project's termbase, one call after the other; one that fails stops no other. */
import { setCurrentDetails } from '@temporalio/workflow';
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
} from '../domain/termbase-upload';
import { bulkReads } from './activity-proxies';
import { callbackSignal, termbaseStatusQuery } from '../protocol/messages';
import { checkedInput, onQuery, onSignal } from './checked-messages';
import { passFreely } from './gate';
import { resultOfError, uploadBatch } from './upload-batch';
import { continueIfLong } from './wait';
import { UploadRun } from './upload-run';

/** `continued` is what an earlier run of this upload left. */
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
    const range = nextRange(record.termsDone, plan);
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

function nextRange(termsDone: number, { terms, termsPerCall }: TermbasePlan): TermRange {
  return { first: termsDone + 1, last: Math.min(termsDone + termsPerCall, terms) };
}

async function changeBatch(
  input: TermbaseUploadInput,
  range: TermRange,
  listAtMost: number,
): Promise<BatchResult> {
  const batch = { ...input, range, listAtMost };
  try {
    return await passFreely(({ lengthy, repeatable }) =>
      input.mode === 'delete' ? lengthy.deleteTermbaseTerms(batch) : repeatable.updateTerms(batch),
    );
  } catch (error) {
    return resultOfError(range, 'error', error);
  }
}
