import { accountCards, announcementStanding, targetIcon } from '../../../web/release/accounts';
import { announcedOn, releaseStatus, stagesWith } from '../../support/release-status';
import type { InboxItem } from '../../../src/protocol/console-api';
import { waitingFor } from '../../../web/waiting';

describe('account cards', () => {
  const preview = {
    text: 'Out now.',
    postId: null,
    length: 8,
    at: null,
    accounts: [
      { id: 'acc_1', platform: 'x', handle: '@one', length: 8, most: 280 },
      { id: 'acc_2', platform: 'threads', handle: null, length: 8, most: 500 },
    ],
  };
  const target = { platform: 'x', status: 'published', errorCode: null, message: null };
  const announcement = announcedOn([
    { ...target, accountId: 'acc_2', platform: 'threads' },
    { ...target, accountId: 'acc_9' },
  ]);

  it('there is one card for each account, asked for or only found in the post', () => {
    const cards = accountCards({ announcement }, preview);
    expect(cards.map(({ id, handle, target: found }) => [id, handle, found?.status ?? null])).toEqual([
      ['acc_1', '@one', null],
      ['acc_2', null, 'published'],
      ['acc_9', null, 'published'],
    ]);
    expect(accountCards({ announcement }, null).map(({ id }) => id)).toEqual(['acc_2', 'acc_9']);
  });

  it.each([
    ['made', releaseStatus({ announcement }), null],
    [null, releaseStatus(), null],
    ['ahead', releaseStatus(), preview],
    ['never', releaseStatus({ state: 'rejected' }), preview],
    ['never', releaseStatus({ stages: stagesWith({ announce: { state: 'skipped' } }) }), preview],
  ] as const)('the announcement is %s', (standing, status, shown) => {
    expect(announcementStanding(status, shown === null ? null : preview)).toBe(standing);
  });
});

describe('target icon', () => {
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
});

describe('can decide', () => {
  const item = (kind: InboxItem['kind'], startedBy: string | null = null): InboxItem => ({
    id: 'game/1',
    project: 'game',
    name: '1',
    kind,
    startedBy,
    what: '',
    since: '',
    state: 'waiting',
    dueAt: null,
    onDue: null,
    taskId: null,
    terms: null,
    choices: [],
    problem: null,
    starter: startedBy,
    branch: null,
    languages: [],
  });
  const items = [item('terms'), item('terms', 'olga'), item('decision')];

  it.each([
    ['read', 'ivan', 0],
    ['review', 'ivan', 2],
    ['review', 'olga', 1],
    ['operate', 'olga', 2],
    ['operate', 'ivan', 3],
  ] as const)('with the role %s, %s has %d to decide', (role, name, count) => {
    expect(waitingFor({ items, waiting: 3 }, { name, role })).toBe(count);
  });

  it('counts what is not listed for whoever can decide on everything', () => {
    expect(waitingFor({ items, waiting: 10 }, { name: 'ivan', role: 'operate' })).toBe(10);
    expect(waitingFor({ items, waiting: 10 }, { name: 'ivan', role: 'review' })).toBe(2);
  });
});
