import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { boundResults } from '../../../src/activities/interceptors';

const run = <Result>(result: Result): Promise<Result> =>
  new MockActivityEnvironment({ activityType: 'readTask' }, { interceptors: [boundResults] }).run(() =>
    Promise.resolve(result),
  );

describe('the result of an activity', () => {
  it('is handed on where it can be kept', async () => {
    expect(await run({ jobs: ['job-1'] })).toEqual({ jobs: ['job-1'] });
    expect(await run(null)).toBeNull();
  });

  it('is put before a person where it is too large for the history', async () => {
    const failure: unknown = await run('字'.repeat(400_000)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApplicationFailure);
    expect(failure).toMatchObject({
      type: 'NeedsPerson',
      nonRetryable: true,
      message: expect.stringMatching(/^The result of readTask is too large to keep: 1200002 bytes/) as string,
      details: [{ code: 'result_too_large' }],
    });
  });
});
