import { targetIcon } from '../../../web/release/account-cards';

const iconOf = (status: string, fields: { errorCode?: string; link?: string } = {}): string =>
  targetIcon({ accountId: 'acc_1', platform: 'x', status, errorCode: null, message: null, ...fields });

describe('the sign of an account', () => {
  it.each([
    ['check', ['published', 'success', 'live', 'PUBLISHED']],
    ['cross', ['failed', 'FAILED', 'error']],
    ['running', ['', 'publishing', 'queued']],
    ['dot', ['frozen']],
  ])('is %s for %j', (icon, words) => {
    expect(words.filter((word) => iconOf(word) !== icon)).toEqual([]);
  });

  it('goes by the link and the error code where the word says nothing', () => {
    expect(iconOf('frozen', { link: 'https://x.example/1' })).toBe('check');
    expect(iconOf('frozen', { errorCode: 'media_required' })).toBe('cross');
  });
});
