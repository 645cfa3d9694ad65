import { callsInAll, plannedStages } from '../../../src/client/plans/planned-stages';
import { releaseSpec, type ReleaseFile } from '../../../src/domain/release/release-file';

function announceCalls(announce: ReleaseFile['announce']): string[] {
  const file = { name: 'game-1', source: { file: 'en.json' }, targetLanguages: ['ja'], announce };
  const stage = plannedStages(releaseSpec.parse(file), 3000).find(({ name }) => name === 'announce');
  return stage?.calls ?? [];
}

describe('the planned calls of an announcement', () => {
  const text = { text: 'Out now.', accounts: ['acc_1'] };
  const publish = 'POST /posts/{postId}/publish';

  it('are a draft, its publish and a look at it', () => {
    expect(announceCalls(text)).toEqual(['POST /posts', publish, 'GET /posts/{postId}']);
    expect(announceCalls({ postId: 'post_1' })).toEqual([publish, 'GET /posts/{postId}']);
  });

  it('have no publish where the service sends the post at its time', () => {
    const later = { ...text, by: 'service' as const, at: '2999-12-01T09:00Z' };
    expect(announceCalls(later)).toEqual(['POST /posts', 'GET /posts/{postId}']);
    expect(announceCalls({ ...later, at: '2020-12-01T09:00Z' })).toContain(publish);
  });
});

describe('the number of calls', () => {
  const spec = releaseSpec.parse({ name: 'game-1', source: { file: 'en.json' }, targetLanguages: ['ja'] });
  const countOf = (name: string, minCheckIntervalMs: number) =>
    plannedStages(spec, minCheckIntervalMs).find((stage) => stage.name === name)?.callCount;

  it('grows slowly with the longest wait, however often one may look', () => {
    expect(countOf('translate', 3000)?.atMost).toBeLessThan(400);
    expect(countOf('translate', 50)?.atMost).toBeLessThan(600);
  });

  it('is none in a stage that is skipped', () => {
    expect(countOf('export', 3000)).toEqual({ atLeast: 0, atMost: 0 });
  });

  it('adds up', () => {
    const stages = plannedStages(spec, 3000);
    const { atLeast, atMost } = callsInAll(stages);
    expect(atLeast).toBe(stages.reduce((sum, { callCount }) => sum + callCount.atLeast, 0));
    expect(atMost).toBe(stages.reduce((sum, { callCount }) => sum + callCount.atMost, 0));
    expect(stages.every(({ callCount }) => callCount.atLeast <= callCount.atMost)).toBe(true);
  });
});
