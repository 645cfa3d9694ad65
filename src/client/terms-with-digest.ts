/** The term list of an earlier moment: whoever read or changed a list was told where that one is kept. */
import type { Client } from '@temporalio/client';
import { releaseWorkflowId } from '../domain/identity';
import { termSheetRef, type TermSheetRef } from '../domain/status';
import { valueIn } from '../protocol/read-payload';
import { openPayloads } from '../temporal/open-payloads';
import { named } from './release-name';

/** null: the run that goes on has told nobody of such a list. */
export async function sheetWithDigest(
  client: Client,
  id: string,
  digest: string,
): Promise<TermSheetRef | null> {
  const history = await client.workflow.getHandle(releaseWorkflowId(named(id))).fetchHistory();
  await openPayloads(history, client.options.loadedDataConverter.payloadCodecs);
  for (const event of history.events ?? []) {
    const outcome = event.workflowExecutionUpdateCompletedEventAttributes?.outcome?.success;
    const result = outcome ?? event.activityTaskCompletedEventAttributes?.result;
    const sheet = termSheetRef.safeParse(valueIn(result?.payloads?.[0]));
    if (sheet.data?.digest === digest) return sheet.data;
  }
  return null;
}
