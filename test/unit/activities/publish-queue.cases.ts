/** How the queue looks at a publish job that its release has left behind. */
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import type { ActivityDependencies } from '../../../src/activities/dependencies';
import { publishQueueActivities, type HolderState } from '../../../src/activities/publish-queue';
import { MOST_ID_CHARS } from '../../../src/domain/release/identity';
import { ServiceError } from '../../../src/http/service-error';
import { id } from '../../../src/http/replies/readers';
import { checkMessage } from '../../../src/protocol/check-message';
import { quietLogger } from '../../temporal/quiet-logger';

const NOW_MS = Date.parse('2026-12-01T09:00:00Z');

function look(code: number, sinceMs: number): Promise<HolderState> {
  const publishStatus = (): Promise<never> =>
    Promise.reject(
      new ServiceError('no', {
        service: 'localization',
        endpoint: 'GET /tasks/publish/status',
        kind: 'refused',
        effect: 'none',
        code,
        httpStatus: code,
      }),
    );
  const dependencies = {
    temporal: {} as Client,
    localization: () => ({ publishStatus }),
  } as unknown as ActivityDependencies;
  const times = { scheduledTimestampMs: NOW_MS, currentAttemptScheduledTimestampMs: NOW_MS };
  const environment = new MockActivityEnvironment({ attempt: 1, ...times }, { logger: quietLogger });
  const holder = { project: 'game', taker: 'release/game/1', ticket: 't', turn: 1 };
  const lookNow = (): Promise<HolderState> =>
    publishQueueActivities(dependencies).lookAtHolder({
      ...holder,
      leftJobId: 'job\u0000\u001b[31m',
      sinceMs,
    });
  return environment.run<[], HolderState, typeof lookNow>(lookNow);
}

it.each([404, 400])('a job that the service does not have (%i) holds nobody up', async (code) => {
  expect(await look(code, NOW_MS - 120_000)).toEqual({
    isInUse: false,
    published: true,
    runningJobId: null,
  });
});

it.each([
  ['just started, and not readable yet', 404, NOW_MS - 1000],
  ['not told of, because the key is refused', 401, NOW_MS - 3_600_000],
  ['not told of, because the service is broken', 500, NOW_MS - 3_600_000],
])('a job that is %s is looked at again', async (_what, code, sinceMs) => {
  const failure: unknown = await look(code, sinceMs).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApplicationFailure);
  expect((failure as ApplicationFailure).nonRetryable).not.toBe(true);
});

it('every id that is read of a reply can be told to the queue', () => {
  const jobId = id('j'.repeat(MOST_ID_CHARS));
  const ended = { taker: 'release/game/1', ticket: 't', turn: 1, published: false, jobId };
  expect(checkMessage('endTurn', ended).fault).toBeNull();
});
