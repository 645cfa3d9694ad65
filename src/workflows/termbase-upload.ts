/** Brings any number of terms into a project's termbase, one call after the other; one that fails stops no other. */
import { continueAsNew, setCurrentDetails, setHandler, workflowInfo } from '@temporalio/workflow';
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
import { bulky, lengthy, repeatable } from './activity-proxies';
import { callbackSignal, termbaseStatusQuery } from '../protocol/messages';
import { checkedInput, onSignal } from './checked-messages';
import { resultOfError, uploadBatch } from './upload-batch';
import { UploadCallbacks } from './upload-callbacks';

/** `continued` is what an earlier run of this upload left. */
export async function termbaseUpload(
  given: TermbaseUploadInput,
  continued?: TermbaseUploadRecord,
): Promise<TermbaseUploadStatus> {
  const input = checkedInput('termbaseUploadInput', given);
  const record = continued ?? newUploadRecord(input.mode);
  const callbacks = new UploadCallbacks();
  setHandler(termbaseStatusQuery, () => uploadStatus(input, record));
  onSignal(callbackSignal, 'callback', ({ upload }) => {
    if (upload !== undefined) callbacks.put(upload);
  });

  const plan = (record.plan ??= await bulky.planTermbaseUpload(input));
  while (record.termsDone < plan.terms) {
    const range = nextRange(record.termsDone, plan);
    record.current = range;
    setCurrentDetails(`terms ${range.first} to ${range.last} of ${plan.terms}`);
    const result =
      plan.mode === 'upload'
        ? await uploadBatch({ input, plan, range, callbacks })
        : await changeBatch(input, range, LISTED_FAILURES - record.failures.length);
    settleBatch(record, range, result);
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof termbaseUpload>(input, record);
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
  const change = input.mode === 'delete' ? lengthy.deleteTermbaseTerms : repeatable.updateTerms;
  try {
    return await change({ ...input, range, listAtMost });
  } catch (error) {
    return resultOfError(range, 'error', error);
  }
}
