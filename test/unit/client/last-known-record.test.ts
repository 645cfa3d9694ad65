import { defaultPayloadConverter } from '@temporalio/common';
import { lastKnownRecord } from '../../../src/client/last-known-record';
import type { HistoryEvent } from '../../../src/client/run-facts';
import type { ReleaseInput } from '../../../src/domain/release-input';
import { migrateRecord, type ReleaseRecord } from '../../../src/domain/release-record';
import type { History } from '../../support/history';
import { releaseShapes, savedHistory } from '../../workflows/saved-histories';

/** What the release itself said in the end. */
function endOf({ events }: History): ReleaseRecord {
  const [payload] = events?.at(-1)?.workflowExecutionCompletedEventAttributes?.result?.payloads ?? [];
  if (payload === undefined) throw new Error('The history has no end.');
  return migrateRecord(defaultPayloadConverter.fromPayload<ReleaseRecord>(payload));
}

const facts = ({ state, taskId, terms, publishJobId, files, announcement, stages }: ReleaseRecord) => ({
  state,
  terms,
  taskId,
  publishJobId,
  files: files.map(({ path, sha256 }) => [path, sha256]),
  postId: announcement?.postId ?? null,
  accepted: announcement?.accepted ?? false,
  stages: stages.map((stage) => `${stage.name} ${stage.state}`),
  // Later ones may be done once more, and the last one ends a little before the release does.
  times: stages.slice(0, 4).map(({ startedAt, endedAt }) => [startedAt, endedAt]),
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

describe('a release whose terms are under review', () => {
  const payload = (value: unknown) => defaultPayloadConverter.toPayload(value);
  const openedAt = '2026-11-15T05:37:28.988Z';
  const dueAfter = (ms: number): string => new Date(Date.parse(openedAt) + ms).toISOString();

  /** Up to the moment at which it waits for people. */
  const opened = async (): Promise<HistoryEvent[]> => {
    const { events = [] } = await savedHistory('reviewed');
    return (events ?? []).slice(0, 38);
  };
  const specOf = ([start]: readonly HistoryEvent[]): ReleaseInput['spec'] => {
    const [input] = start?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
    if (input === undefined) throw new Error('The history does not begin with a start.');
    return defaultPayloadConverter.fromPayload<ReleaseInput>(input).spec;
  };
  const at = (afterMs: number): HistoryEvent => {
    const ms = Date.parse(openedAt) + afterMs;
    return {
      eventTime: { seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1e6 } as never,
      workflowTaskStartedEventAttributes: {},
    };
  };
  const shown = (waiting: string, state = 'waiting'): HistoryEvent => ({
    upsertWorkflowSearchAttributesEventAttributes: {
      searchAttributes: {
        indexedFields: {
          LocreleaseState: payload(state),
          LocreleaseStage: payload('confirm'),
          LocreleaseWaiting: payload(waiting),
          LocreleaseWaitingSince: payload(openedAt),
        },
      },
    },
  });
  const said = (name: string, message: object): HistoryEvent => ({
    workflowExecutionUpdateAcceptedEventAttributes: {
      acceptedRequest: { input: { name, args: { payloads: [payload(message)] } } },
    },
  });

  it('has its terms, until when they can be decided about, and what happens then', async () => {
    const events = await opened();
    const { deadline, onDeadline } = specOf(events).terms;
    const record = lastKnownRecord(events);
    expect(record.waitingFor).toEqual({
      kind: 'terms',
      since: openedAt,
      dueAt: dueAfter(deadline),
      onDue: onDeadline,
    });
    expect(record.terms?.total).toBe(2);
  });

  it('is due when an amendment says, with the time added in which it was paused', async () => {
    const events = await opened();
    const spec = specOf(events);
    const amended = { ...spec, terms: { ...spec.terms, deadline: 60_000, onDeadline: 'confirm' } };
    const answer: HistoryEvent = {
      workflowExecutionUpdateCompletedEventAttributes: {
        outcome: { success: { payloads: [payload({ changed: 'terms', spec: amended })] } },
      },
    };
    const paused = [at(1_000), said('pause', { by: 'eva', reason: 'lunch' }), shown('decision')];
    const resumed = [at(31_000), said('resume', { by: 'eva' }), shown('terms')];
    expect(lastKnownRecord([...events, ...paused])).toMatchObject({
      paused: { by: 'eva', why: 'lunch', at: dueAfter(1_000) },
      problem: { code: 'paused' },
    });
    expect(lastKnownRecord([...events, ...paused, ...resumed, answer])).toMatchObject({
      paused: null,
      waitingFor: { kind: 'terms', dueAt: dueAfter(90_000), onDue: 'confirm' },
    });
  });
});
