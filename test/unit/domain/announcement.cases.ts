import {
  failedAccounts,
  isPostMade,
  nextPost,
  plannedAnnouncement,
} from '../../../src/domain/release/announcement';
import { releaseSpec } from '../../../src/domain/release/release-file';
import { type Announcement, type ReleaseRecord, newRecord } from '../../../src/domain/release/release-record';
import { stageOf } from '../../../src/domain/release/release-transitions';
import type { StageState } from '../../../src/domain/release/stages';
import {
  type AnnouncementFacts,
  announcementTextFault,
  fillAnnouncementText,
} from '../../../src/domain/release/announcement-text';
import fc from '../../support/fast-check';
import { isSent, isUnderWay, outcomeIn, targetOutcome } from '../../../src/domain/release/target-outcome';

describe('announcement', () => {
  const AT = '2026-11-15T00:00:00.000Z';
  const source = { kind: 'snapshot', sha256: 'a'.repeat(64), strings: 3 } as const;
  const specOf = (announce?: object) =>
    releaseSpec.parse({ name: 'game-1', source: { file: 'en.json' }, targetLanguages: ['ja'], announce });
  const spec = specOf({ accounts: ['acc_1'], text: 'Out.' });
  const post: Announcement = {
    postId: 'p',
    publishSentAt: null,
    accepted: false,
    targets: [],
    retries: {},
    number: 1,
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
    expect(plannedAnnouncement(input, recordIn(state))).toMatchObject({
      text: 'Out.',
      languages,
      strings: 3,
    });
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
});

describe('announcement text', () => {
  const facts: AnnouncementFacts = {
    name: 'game-2.4.0',
    project: 'default',
    languages: ['Chinese', 'Japanese', 'Korean'],
    strings: 1200,
  };

  describe('an announcement', () => {
    it('is filled with the facts of its release, each as often as it is asked for', () => {
      const text =
        '{name} of {project} speaks {languages}: {languageCount} languages, {strings} strings. {name}!';
      expect(fillAnnouncementText(text, facts)).toBe(
        'game-2.4.0 of default speaks Chinese, Japanese and Korean: 3 languages, 1200 strings. game-2.4.0!',
      );
    });

    it.each([
      [['Korean'], 'Korean'],
      [['Korean', 'Thai'], 'Korean and Thai'],
    ])('lists %j as %j', (languages, listed) => {
      expect(fillAnnouncementText('{languages}', { ...facts, languages })).toBe(listed);
    });

    it('takes a fact as it is, whatever it holds', () => {
      const name = '$& {project} $1';
      expect(fillAnnouncementText('{name}', { ...facts, name })).toBe(name);
    });

    it('leaves text without placeholders alone', () => {
      const plain = fc.string({ unit: 'grapheme' }).filter((text) => !/[{}]/.test(text));
      fc.assert(fc.property(plain, (text) => fillAnnouncementText(text, facts) === text));
    });

    it.each([
      ['', 'is empty'],
      [' \n', 'is empty'],
      ['Hi {nam}', 'has the unknown placeholder {nam}'],
      ['Hi {}', 'has the unknown placeholder {}'],
      ['Hi { name }', 'has the unknown placeholder { name }'],
      ['Hi {constructor}', 'has the unknown placeholder {constructor}'],
      ['Hi {name', 'has a placeholder that is not closed'],
      ['Hi name}', 'has a placeholder that is not opened'],
    ])('%j is refused: %s', (text, fault) => {
      expect(announcementTextFault(text)).toContain(fault);
    });

    it.each(['Hi', '{name}', 'Smile :}', '{name} { is a brace'])('%j is good', (text) => {
      expect(announcementTextFault(text)).toBeNull();
    });

    it('that is good has no known placeholder left when it is filled', () => {
      const pieces = fc.constantFrom('{name}', '{languages}', '{strings}', '{foo}', '{', '}', ' ', 'a');
      fc.assert(
        fc.property(fc.array(pieces), (these) => {
          const text = these.join('');
          fc.pre(announcementTextFault(text) === null);
          expect(fillAnnouncementText(text, facts)).not.toMatch(/\{[A-Za-z]+\}/);
        }),
      );
    });
  });
});

describe('target outcome', () => {
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
});
