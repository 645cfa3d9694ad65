import { plannedStages } from '../../../src/client/planned-stages';
import { releaseSpec, type ReleaseFile } from '../../../src/domain/release-file';

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
