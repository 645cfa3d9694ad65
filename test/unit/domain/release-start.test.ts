import { newRecord, statusOf } from '../../../src/domain/release/release-record';
import { releaseStart, STATUS_MEMO } from '../../../src/domain/release/release-start';
import { listedAs, relistedAs, searchAttributeNames } from '../../../src/domain/search-attributes';
import { statusSchema, type ReleaseStatus } from '../../../src/domain/release/status';
import { endedInput } from '../../support/manifest';

const input = endedInput();
const listed = (status: ReleaseStatus): Record<string, unknown> =>
  Object.fromEntries(relistedAs(status).map(({ key, value }) => [key.name, value]));

describe('a release that no worker has taken up yet', () => {
  it('has a status all the same, which lists show too', () => {
    const { memo, typedSearchAttributes } = releaseStart(input);
    expect(statusSchema.parse(memo[STATUS_MEMO])).toEqual(memo[STATUS_MEMO]);
    expect(memo[STATUS_MEMO]).toMatchObject({ state: 'running', stage: null, languages: ['ja'] });
    expect(typedSearchAttributes).toEqual(listedAs(memo[STATUS_MEMO]));
  });

  it('that goes on after its end says what it had', () => {
    const record = { ...newRecord(input, 'run-1'), taskId: 'task_1' };
    const { memo, args } = releaseStart(input, record);
    expect(memo[STATUS_MEMO].taskId).toBe('task_1');
    expect(args).toEqual([input, record]);
  });
});

describe('what lists have of a release', () => {
  const status = statusOf(input.spec, newRecord(input, 'run-1'));
  const since = '2026-11-15T00:00:00.000Z';

  it('is said whole every time, so that nothing of before stays', () => {
    expect(Object.keys(listed(status)).sort()).toEqual([...searchAttributeNames].sort());
    expect(listed(status)).toMatchObject({
      LocreleaseStage: 'none',
      LocreleaseWaiting: 'none',
      LocreleaseWaitingSince: null,
    });
  });

  it('names the person who is waited for before the time', () => {
    const hold = { why: 'publish_turn', until: null } as const;
    const waitingFor = { kind: 'decision', since, dueAt: null } as const;
    expect(listed({ ...status, hold })).toMatchObject({ LocreleaseWaiting: 'publish_turn' });
    expect(listed({ ...status, hold, waitingFor })).toMatchObject({
      LocreleaseWaiting: 'decision',
      LocreleaseWaitingSince: new Date(since),
    });
  });
});
