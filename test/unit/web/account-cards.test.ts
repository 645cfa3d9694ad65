import { accountCards, announcementStanding } from '../../../web/release/account-cards';
import { announcedOn, releaseStatus, stagesWith } from '../../support/release-status';

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
