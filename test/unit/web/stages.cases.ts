import fc from '../../support/fast-check';
import { stageNames } from '../../../src/domain/release/stages';
import { stageShares } from '../../../web/release/stage-line';
import { announcedOn, releaseStatus, stagesWith } from '../../support/release-status';
import { stageStanding } from '../../../web/release/stage-words';

describe('stage scale', () => {
  const nowMs = Date.parse('2026-12-01T10:00:00Z');
  const at = (minutes: number) => new Date(nowMs + minutes * 60_000).toISOString();
  const unknown = { past: [], rows: null, nowMs };

  it('a stage is as long as it took, or has taken so far', () => {
    const stages = stagesWith({
      create: { state: 'done', startedAt: at(-40), endedAt: at(-30) },
      translate: { state: 'running', startedAt: at(-30) },
    }).filter(({ name }) => name === 'create' || name === 'translate');
    expect(stageShares(stages, unknown)).toEqual([0.25, 0.75]);
  });

  it('one that is ahead is as long as it mostly was, where that is known', () => {
    const past = [1, 2, 3].map(() => ({ rows: null, stageMs: { publish: 600_000 } }));
    const stages = stagesWith({ create: { state: 'done', startedAt: at(-10), endedAt: at(0) } });
    const shares = stageShares(stages, { ...unknown, past });
    expect(shares[stageNames.indexOf('publish')]).toBe(0.5);
    expect(shares[stageNames.indexOf('announce')]).toBe(0);
  });

  it('together they are the whole line, whatever the clocks say', () => {
    const time = fc.option(fc.integer({ min: -1000, max: 1000 }).map(at));
    fc.assert(
      fc.property(fc.array(fc.tuple(time, time), { minLength: 1, maxLength: 8 }), (times) => {
        const stages = stagesWith({})
          .slice(0, times.length)
          .map((stage, index) => ({
            ...stage,
            startedAt: times[index]?.[0] ?? null,
            endedAt: times[index]?.[1] ?? null,
          }));
        const shares = stageShares(stages, unknown);
        expect(shares.every((share) => share >= 0)).toBe(true);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
      }),
    );
  });
});

describe('stage words', () => {
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
});
