import { stageNames } from '../../../src/domain/release/stages';
import { stageStanding } from '../../../web/release/stage-words';
import { announcedOn, releaseStatus } from '../../support/release-status';

const pending = { name: 'translate', state: 'pending', startedAt: null } as const;
const stopped = { name: 'confirm', state: 'failed', startedAt: '2026-12-01T09:00:00Z' } as const;

describe('a stage', () => {
  it.each([
    ['parked', 'parked', 'failed'],
    ['rejected', 'rejected', 'ended'],
    ['cancelled', 'cancelled', 'ended'],
    ['failed', 'failed', 'failed'],
  ] as const)('that stopped is told by what became of its release: %s', (state, words, look) => {
    expect(stageStanding(stopped, releaseStatus({ state }), stageNames)).toEqual({ words, look });
  });

  it('that has not begun is planned, not asked for, or not reached any more', () => {
    const running = releaseStatus();
    expect(stageStanding(pending, running, ['translate']).words).toBe('planned');
    expect(stageStanding(pending, running, ['create']).words).toBe('not asked for');
    expect(stageStanding(pending, releaseStatus({ state: 'rejected' }), ['translate']).words).toBe(
      'not reached',
    );
  });

  it('that a person skipped is told from one that nobody asked for', () => {
    const skipped = { name: 'publish', state: 'skipped' } as const;
    const words = (startedAt: string | null): string =>
      stageStanding({ ...skipped, startedAt }, releaseStatus(), stageNames).words;
    expect([words('2026-12-01T09:00:00Z'), words(null)]).toEqual(['skipped', 'not asked for']);
  });

  it('that announced on some accounts only is not done', () => {
    const target = { platform: 'x', errorCode: null, message: null };
    const targets = [
      { ...target, accountId: 'acc_1', status: 'published' },
      { ...target, accountId: 'acc_2', status: 'failed' },
    ];
    const announce = { name: 'announce', state: 'done', startedAt: '' } as const;
    const standing = (shown: typeof targets) =>
      stageStanding(announce, releaseStatus({ announcement: announcedOn(shown) }), stageNames);
    expect(standing(targets)).toEqual({ words: 'failed on 1 of 2', look: 'partial' });
    expect(standing(targets.slice(0, 1))).toEqual({ words: 'done', look: 'done' });
  });
});
