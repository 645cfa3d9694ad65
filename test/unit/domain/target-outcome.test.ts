import { isSent, isUnderWay, outcomeIn, targetOutcome } from '../../../src/domain/release/target-outcome';

describe('what became of a post on an account', () => {
  it.each([
    [
      'published',
      ['published', 'PUBLISHED', 'success', 'succeeded', 'posted', 'live', 'sent', 'done', 'completed'],
    ],
    [
      'failed',
      ['failed', 'FAILED', 'publish_failed', 'error', 'rejected', 'expired', 'cancelled', 'token_invalid'],
    ],
    ['failed', ['publishFailed', 'tokenExpired', 'errors', 'PublishFailure']],
    ['pending', ['notPublished', 'inProgress']],
    [
      'pending',
      ['', 'pending', 'queued', 'publishing', 'in_progress', 'scheduled', 'waiting-approval', 'retrying'],
    ],
    [
      'pending',
      ['unpublished', 'not_published', 'not_posted', 'incomplete', 'undelivered', 'unsent', 'inactive'],
    ],
    ['unknown', ['archived', 'abandoned', 'broken', 'frozen']],
  ])('is %s by the words %j', (outcome, words) => {
    expect(words.filter((status) => targetOutcome({ status }) !== outcome)).toEqual([]);
  });

  it('is published where there is a link, unless it failed or is on its way', () => {
    const link = 'https://x.example/1';
    expect(targetOutcome({ status: 'frozen', link })).toBe('published');
    expect(targetOutcome({ status: '', link })).toBe('published');
    expect(targetOutcome({ status: 'failed', link })).toBe('failed');
    expect(targetOutcome({ status: 'draft', link })).toBe('pending');
  });

  it('is failed by its error code where the word says nothing', () => {
    expect(targetOutcome({ status: 'frozen', errorCode: 'media_required' })).toBe('failed');
    expect(targetOutcome({ status: '', errorCode: 'media_required' })).toBe('failed');
    expect(targetOutcome({ status: 'published', errorCode: 'none' })).toBe('published');
  });

  it('is unknown where neither the target nor its post says anything', () => {
    expect(outcomeIn({ status: '' }, { status: '' })).toBe('unknown');
    expect(outcomeIn({ status: 'publishing' }, { status: '' })).toBe('pending');
    expect(outcomeIn({ status: '' }, { status: 'queued' })).toBe('pending');
  });

  it('is under way by words that are never those of a draft', () => {
    expect(['publishing', 'PROCESSING', 'in_progress'].every(isUnderWay)).toBe(true);
    expect(['pending', 'draft', 'scheduled', ''].some(isUnderWay)).toBe(false);
  });
});

it('a post is not sent once more where it is out or on its way', () => {
  const sent = ['publishing', 'published', 'failed', 'draft'].map((status) => isSent({ status }));
  expect(sent).toEqual([true, true, false, false]);
});
