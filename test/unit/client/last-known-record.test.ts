import { defaultPayloadConverter } from '@temporalio/common';
import { lastKnownRecord } from '../../../src/client/last-known-record';
import type { HistoryEvent } from '../../../src/client/run-facts';
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

describe('a release that stopped', () => {
  const payload = (value: unknown) => defaultPayloadConverter.toPayload(value);
  const shown = (state: string, stage: string): HistoryEvent => ({
    upsertWorkflowSearchAttributesEventAttributes: {
      searchAttributes: {
        indexedFields: {
          LocreleaseState: payload(state),
          LocreleaseStage: payload(stage),
          LocreleaseWaiting: payload('decision'),
        },
      },
    },
  });
  const problem = { code: 'export_incomplete', message: 'ja is in no file. Retry exports again.' };
  const kept: HistoryEvent = {
    workflowPropertiesModifiedEventAttributes: { upsertedMemo: { fields: { problem: payload(problem) } } },
  };

  it.each([
    ['parked', 'export'],
    ['partial', 'none'],
  ])('has its problem, as the history keeps it: %s', async (state, stage) => {
    const [start = {}] = (await savedHistory('happy')).events ?? [];
    const record = lastKnownRecord([start, kept, shown(state, stage)]);
    expect(record).toMatchObject({ state, problem, waitingFor: { kind: 'decision' } });
  });
});
