import {
  failedAccounts,
  isPostMade,
  nextPost,
  plannedAnnouncement,
} from '../../../src/domain/release/announcement';
import { releaseSpec } from '../../../src/domain/release/release-file';
import { newRecord, type Announcement, type ReleaseRecord } from '../../../src/domain/release/release-record';
import { stageOf } from '../../../src/domain/release/release-transitions';
import type { StageState } from '../../../src/domain/release/stages';

const AT = '2026-11-15T00:00:00.000Z';
const source = { kind: 'snapshot', sha256: 'a'.repeat(64), strings: 3 } as const;
const specOf = (announce?: object) =>
  releaseSpec.parse({ name: 'game-1', source: { file: 'en.json' }, targetLanguages: ['ja'], announce });
const spec = specOf({ accounts: ['acc_1'], text: 'Out.' });
const post: Announcement = {
  ...{ postId: 'p', publishSentAt: null, accepted: false, targets: [], retries: {}, number: 1 },
};
function recordIn(state: StageState = 'pending', announcement: Announcement | null = null): ReleaseRecord {
  const record = newRecord({ spec, source, startedBy: null }, 'run-1');
  stageOf(record, 'announce').state = state;
  return Object.assign(record, { announcement, lateLanguages: ['ko'] });
}

it.each<[StageState, string[]]>([
  ['pending', ['ja', 'ko']],
  ['waiting', ['ja', 'ko']],
  ['running', ['ja']],
  ['done', ['ja']],
])('an announcement that is %s is planned for %j', (state, languages) => {
  const input = { spec, source, startedBy: null };
  expect(plannedAnnouncement(input, recordIn(state))).toMatchObject({ text: 'Out.', languages, strings: 3 });
});

it('a plan has the text of a post of ours alone, and counts no strings that the service downloads', () => {
  const input = { source: { kind: 'url', url: 'https://a.example' } as const, startedBy: null };
  expect(plannedAnnouncement({ ...input, spec: specOf({ postId: 'post_1' }) }, recordIn())).toMatchObject({
    text: null,
    postId: 'post_1',
    strings: 0,
  });
  expect(plannedAnnouncement({ ...input, spec: specOf() }, recordIn())).toBeNull();
});

it('a post is made once it was sent or scheduled', () => {
  expect(isPostMade(recordIn('running'))).toBe(false);
  expect(isPostMade(recordIn('running', post))).toBe(false);
  expect(isPostMade(recordIn('running', { ...post, publishSentAt: AT }))).toBe(true);
  expect(isPostMade(recordIn('running', { ...post, scheduledAt: AT }))).toBe(true);
});

it('the next post is for the accounts that failed, in the languages of the first', () => {
  const target = { platform: 'x', errorCode: null, message: null };
  const failed = { ...target, accountId: 'acc_2', status: 'failed' };
  const targets = [{ ...target, accountId: 'acc_1', status: 'published' }, failed];
  expect(failedAccounts(recordIn('done', { ...post, targets }))).toEqual(['acc_2']);
  const next = { failed: [failed], text: 'Mended.', number: 2 };
  expect(nextPost({ ...post, targets, languages: ['ja'] }, next)).toHaveProperty('languages', ['ja']);
  expect(nextPost({ ...post, targets }, next)).not.toHaveProperty('languages');
});
