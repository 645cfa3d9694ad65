import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import { reviewIsDecided } from '../../../src/activities/review-is-decided';
import type { Notice } from '../../../src/domain/notice';
import { searchAttributeKeys } from '../../../src/domain/search-attributes';

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
  const temporalWith = (describe: () => Promise<unknown>): Client =>
    ({ workflow: { getHandle: () => ({ describe }) } }) as unknown as Client;
  const release = (name: string, stage: string) => () =>
    Promise.resolve({
      status: { name },
      typedSearchAttributes: new TypedSearchAttributes([{ key: searchAttributeKeys.stage, value: stage }]),
    });

  it.each([
    ['is open in its stage', release('RUNNING', 'confirm'), false],
    ['is decided in the next', release('RUNNING', 'translate'), true],
    ['is decided where the release has ended', release('COMPLETED', 'confirm'), true],
    [
      'is decided where the release is gone',
      () => Promise.reject(new WorkflowNotFoundError('', '', undefined)),
      true,
    ],
    ['is open where Temporal does not say', () => Promise.reject(new Error('away')), false],
  ])('%s', async (_case, describe, expected) => {
    expect(await reviewIsDecided(temporalWith(describe))(lastCall)).toBe(expected);
  });

  it('is not what other notices ask for', async () => {
    const isDecided = reviewIsDecided(temporalWith(release('COMPLETED', 'none')));
    expect(await isDecided({ ...lastCall, event: 'release.failed' })).toBe(false);
  });
});
