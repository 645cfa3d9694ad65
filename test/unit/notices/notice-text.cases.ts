import { problemOf } from '../../../src/domain/problems/problem-catalogue';
import type { Occurrence } from '../../../src/domain/notices/notice-schema';
import { noticeOf, testNotice } from '../../../src/notices/notice-text';

const at = '2026-11-16T04:00:00.000Z';
const dueAt = '2026-11-19T04:00:00.000Z';

const of = (occurrence: Occurrence, name: string | null = 'game-2.4.0') =>
  noticeOf({ id: 'run/event/1', at, project: 'default', name, occurrence }, 'https://console.example/');

const words = (occurrence: Occurrence, name?: string | null): string[] => {
  const { title, text } = of(occurrence, name);
  return [title, text];
};

describe('the words of a notice', () => {
  it('of a review say until when, and what happens then', () => {
    const review = { terms: 12, dueAt, onDeadline: 'reject' as const };
    const text =
      '12 terms wait for an operator until Thu 2026-11-19 04:00 +00:00 (in 3 d). ' +
      'If nobody decides by then, the release is rejected: nothing is translated, and the task stays at the service.';
    expect(words({ event: 'review.waiting', ...review })).toEqual([
      'default/game-2.4.0 waits for a term review',
      text,
    ]);
    expect(words({ event: 'review.reminder', ...review })).toEqual([
      'Reminder: default/game-2.4.0 still waits for a term review',
      text,
    ]);
    expect(words({ event: 'review.escalated', ...review })).toEqual([
      'Last reminder: default/game-2.4.0 will be rejected in 3 d',
      `Nobody has decided on the terms yet. ${text}`,
    ]);
    expect(words({ event: 'review.escalated', terms: 1, dueAt, onDeadline: 'confirm' })).toEqual([
      'Last reminder: the terms of default/game-2.4.0 will be confirmed in 3 d',
      'Nobody has decided on the terms yet. 1 term waits for an operator until Thu 2026-11-19 04:00 +00:00 (in 3 d). ' +
        'If nobody decides by then, the terms are confirmed as they are, and the translation begins.',
    ]);
  });

  it('hold nothing that a mail, a channel or a terminal would obey', () => {
    const { title, text } = of({
      event: 'release.stalled',
      call: 'publishTask\r\nBcc: eve@example.com',
      attempt: 3,
      since: at,
      cause: 'said \u001b[2J\u202e',
    });
    expect(title).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    expect(text).toContain('said \\u001b[2J\\u202e');
  });

  it('of a release that needs a decision say what it can be', () => {
    expect(
      words({
        event: 'release.parked',
        stage: 'publish',
        problem: problemOf('publish_failed', { said: 'The disk is full' }),
        choices: ['Publish again', 'Abort the release'],
      }),
    ).toEqual([
      'default/game-2.4.0 is parked in stage publish: a person must decide',
      'Publishing to the project failed. The localization service says: “The disk is full”. The translations are kept in the task. ' +
        'Until then nothing happens, and what was done is kept. You can decide: Publish again; Abort the release.',
    ]);
    expect(
      words({
        event: 'release.partial',
        problem: problemOf('bug', { reason: 'acc_2 failed' }),
        choices: ['Leave it as it is'],
        dueAt,
      }),
    ).toEqual([
      'default/game-2.4.0 is released, but its announcement failed on some accounts',
      expect.stringMatching(
        /acc_2 failed\..* You can decide: Leave it as it is\. It is open until Thu 2026-11-19 04:00 \+00:00 \(in 3 d\)\. Then it ends as it is\.$/,
      ),
    ]);
  });

  it('of a release that has ended say how, and what was kept', () => {
    expect(
      words({ event: 'release.rejected', problem: problemOf('rejected', { by: 'olga', why: 'wrong list' }) }),
    ).toEqual([
      'default/game-2.4.0 was rejected',
      'The terms were rejected by olga. Reason: wrong list. The task is kept at the service, and nothing more is done with it. To review again, start the release again.',
    ]);
    expect(words({ event: 'release.cancelled', problem: null })).toEqual([
      'default/game-2.4.0 was cancelled',
      ' Nothing more is done with it.',
    ]);
    expect(
      words({
        event: 'release.failed',
        problem: problemOf('bad_source', { reason: 'The source was refused.' }),
      }),
    ).toEqual([
      'default/game-2.4.0 failed',
      'The source was refused. Fix the file. It is read again the next night, or when the schedule is triggered. Nothing more happens by itself. It can be started again.',
    ]);
    expect(words({ event: 'release.done', languages: ['ja', 'ko'], files: 1, accounts: 2 })).toEqual([
      'default/game-2.4.0 is done',
      'Languages ja, ko; 1 file exported; announced on 2 accounts. There is nothing left to do.',
    ]);
  });

  it('of a call that stalls say since when, why, and what comes of it', () => {
    const since = '2026-11-16T03:25:00.000Z';
    expect(
      words({
        event: 'release.stalled',
        call: 'publish the task',
        attempt: 21,
        since,
        cause: 'answered 502',
      }),
    ).toEqual([
      'default/game-2.4.0 has been trying to publish the task for 35 min',
      'Attempt 21 failed too: answered 502. First tried Mon 2026-11-16 03:25 +00:00. ' +
        'It is tried again by itself. A call that fails for a whole day parks the release, and a person decides.',
    ]);
  });

  it('of a night say whether there was a release', () => {
    const next = 'The next nightly run tries again with the source of that time.';
    expect(words({ event: 'nightly.failed', state: null, problem: 'Cannot read en.json' }, null)).toEqual([
      'The nightly run of project default failed',
      `Cannot read en.json. Nothing was released. ${next}`,
    ]);
    const schedule = 'default/game-night';
    const [failed] = words({ event: 'nightly.failed', state: null, problem: 'x', schedule }, null);
    expect(failed).toBe('The nightly run of schedule default/game-night failed');
    const [ended] = words({ event: 'nightly.failed', state: 'rejected', problem: null, schedule });
    expect(ended).toBe(
      'The nightly release default/game-2.4.0 of schedule default/game-night ended as rejected',
    );
    expect(words({ event: 'nightly.failed', state: 'rejected', problem: null })).toEqual([
      'The nightly release default/game-2.4.0 ended as rejected',
      `It does not count as released. ${next}`,
    ]);
  });

  it('are cut where they are too long to be read', () => {
    const { text } = of({
      event: 'release.failed',
      problem: problemOf('bad_source', { reason: 'x'.repeat(10_000) }),
    });
    expect(text).toHaveLength(2500);
    expect(text).toMatch(/x…$/);
  });
});

it.each<[string, Occurrence, string | null]>([
  [
    '/releases/default/game-2.4.0/terms',
    { event: 'review.waiting', terms: 1, dueAt, onDeadline: 'reject' },
    'game-2.4.0',
  ],
  ['/releases/default/game-2.4.0', { event: 'release.failed', problem: null }, 'game-2.4.0'],
  [
    '/schedules#default/game-night',
    { event: 'nightly.failed', state: null, problem: 'x', schedule: 'default/game-night' },
    null,
  ],
  ['/schedules', { event: 'nightly.failed', state: null, problem: 'x' }, null],
])('a notice leads to %s', (path, occurrence, name) => {
  expect(of(occurrence, name)).toMatchObject({
    link: `https://console.example${path}`,
    release: name && 'default/game-2.4.0',
  });
});

it('a test notice is about no release', () => {
  expect(testNotice('id', at, 'slack HOOK', 'https://console.example')).toMatchObject({
    event: 'notices.test',
    release: null,
    project: null,
    link: 'https://console.example/',
  });
});
