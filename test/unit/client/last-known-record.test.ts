import { defaultPayloadConverter } from '@temporalio/common';
import { lastKnownRecord } from '../../../src/client/last-known-record';
import { migrateRecord, type ReleaseRecord } from '../../../src/domain/release-record';
import type { History } from '../../support/history';
import { releaseShapes, savedHistory } from '../../workflows/saved-histories';

/** What the release itself said in the end. */
function endOf({ events }: History): ReleaseRecord {
  const [payload] = events?.at(-1)?.workflowExecutionCompletedEventAttributes?.result?.payloads ?? [];
  if (payload === undefined) throw new Error('The history has no end.');
  return migrateRecord(defaultPayloadConverter.fromPayload<ReleaseRecord>(payload));
}

const facts = ({ state, taskId, publishJobId, files, announcement, stages }: ReleaseRecord) => ({
  state,
  taskId,
  publishJobId,
  files: files.map(({ path, sha256 }) => [path, sha256]),
  postId: announcement?.postId ?? null,
  accepted: announcement?.accepted ?? false,
  stages: stages.map((stage) => `${stage.name} ${stage.state}`),
});

it.each(releaseShapes)('the history that is %s tells what the release itself told', async (shape) => {
  const history = await savedHistory(shape);
  expect(facts(lastKnownRecord(history.events ?? []))).toEqual(facts(endOf(history)));
});
