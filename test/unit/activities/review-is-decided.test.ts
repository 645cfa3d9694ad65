import type { Client } from '@temporalio/client';
import { reviewIsDecided } from '../../../src/activities/notices';
import type { Notice } from '../../../src/domain/notices/notice';
import { temporalOfRuns } from '../../support/temporal-of-runs';

const lastCall: Notice = {
  schemaVersion: 1,
  id: 'run/review.escalated/1',
  event: 'review.escalated',
  at: '2026-11-16T08:20:00.000Z',
  release: 'default/game',
  project: 'default',
  title: '',
  text: '',
  link: '',
  dueAt: null,
};

describe('a review', () => {
  const release = (status: 'RUNNING' | 'PAUSED' | 'COMPLETED', stage: string): Client =>
    temporalOfRuns([{ workflowId: 'release/default/game', status, stage }]).client;
  const away = {
    options: { namespace: 'default' },
    workflowService: { describeWorkflowExecution: () => Promise.reject(new Error('away')) },
  } as unknown as Client;

  it.each([
    ['is open in its stage', release('RUNNING', 'confirm'), false],
    ['is open while the release is paused in Temporal', release('PAUSED', 'confirm'), false],
    ['is decided in the next', release('RUNNING', 'translate'), true],
    ['is decided where the release has ended', release('COMPLETED', 'confirm'), true],
    ['is decided where the release is gone', temporalOfRuns([]).client, true],
    ['is open where Temporal does not say', away, false],
  ])('%s', async (_case, client, expected) => {
    expect(await reviewIsDecided(client)(lastCall)).toBe(expected);
  });

  it('is not what other notices ask for', async () => {
    const isDecided = reviewIsDecided(release('COMPLETED', 'none'));
    expect(await isDecided({ ...lastCall, event: 'release.failed' })).toBe(false);
  });
});
