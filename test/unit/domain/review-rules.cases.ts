import { type ReleaseFile, releaseSpec } from '../../../src/domain/release/release-file';
import { type ReleaseRecord, type Review, newRecord } from '../../../src/domain/release/release-record';
import { stageOf } from '../../../src/domain/release/release-transitions';
import {
  confirmerFault,
  decideReview,
  editFault,
  escalationLeadMs,
  restartReminders,
  type ReviewNotice,
  reviewDeadlineAtMs,
  reviewFault,
  reviewNotices,
  reviewOf,
  unsentNotices,
} from '../../../src/domain/review/review-rules';
import type { StageState } from '../../../src/domain/release/stages';
import { UNNAMED, fourEyesFault, reviewlessFaults } from '../../../src/domain/review/four-eyes';
import { changedSince, replacedValues } from '../../../src/domain/review/term-changes';
import type { TermValues } from '../../../src/domain/review/term-sheet';
import fc from '../../support/fast-check';
import { isPastScan, optimizationNote, scanNote } from '../../../src/domain/release/task-scan';

describe('review rules', () => {
  const MINUTE_MS = 60_000;
  const AT = '2026-11-15T00:00:00.000Z';
  const specOf = (terms: ReleaseFile['terms'] = {}) =>
    releaseSpec.parse({ name: 'game-1', source: { file: 'en.json' }, targetLanguages: ['ja'], terms });
  const terms = {
    base: 'a',
    marks: null,
    matches: null,
    total: 1,
    removed: 0,
    edited: 0,
  } as unknown as NonNullable<ReleaseRecord['terms']>;

  function recordWith(
    state: StageState,
    change: (record: ReleaseRecord) => void = () => undefined,
  ): ReleaseRecord {
    const source = { kind: 'snapshot', sha256: 'a'.repeat(64), strings: 1 } as const;
    const record = newRecord({ spec: specOf(), source, startedBy: 'ivan' }, 'run-1');
    stageOf(record, 'confirm').state = state;
    change(record);
    return record;
  }
  const decided = (confirmed: boolean) => (record: ReleaseRecord) => {
    decideReview(record, { confirmed, by: 'olga', why: null }, 0);
  };

  describe('what is said about the terms', () => {
    it.each<[string, ReleaseRecord, ReleaseFile['terms'], string | null]>([
      ['in an open review', recordWith('waiting', (it) => (it.terms = terms)), {}, null],
      ['before the list is there', recordWith('waiting'), {}, 'Too late: the term review is over.'],
      ['before the stage', recordWith('pending'), {}, 'Too early'],
      ['before the stage waits', recordWith('running'), {}, 'Too early'],
      ['while it is parked', recordWith('failed'), {}, 'The release is parked.'],
      ['after the stage', recordWith('done'), {}, 'Too late: the term review is over.'],
      ['where nothing is scanned', recordWith('pending'), { scan: false }, 'does not ask'],
      ['where nobody confirms', recordWith('pending'), { confirmation: 'automatic' }, 'does not ask'],
      ['after a confirmation', recordWith('waiting', decided(true)), {}, 'olga has confirmed'],
      ['after a rejection', recordWith('waiting', decided(false)), {}, 'olga has rejected'],
    ])('%s', (_when, record, of, fault) => {
      const found = reviewFault(record, specOf(of));
      if (fault === null) expect(found).toBeNull();
      else expect(found).toContain(fault);
    });
  });

  it('terms can be edited while the review is open, and while it is parked over a list', () => {
    const parked = (record: ReleaseRecord): void => {
      Object.assign(record, { state: 'parked', terms, review: null });
      reviewOf(record, 0);
    };
    const fault = (state: StageState, change: (record: ReleaseRecord) => void): string | null =>
      editFault(
        recordWith(state, (record) => {
          parked(record);
          change(record);
        }),
        specOf(),
      );
    expect(fault('failed', () => undefined)).toBeNull();
    expect(fault('waiting', () => undefined)).toBeNull();
    expect(fault('running', () => undefined)).toContain('Too early');
    expect(fault('failed', (record) => (record.state = 'failed'))).toContain('is parked');
    expect(fault('failed', (record) => (record.terms = null))).toContain('is parked');
    expect(fault('failed', (record) => (record.review = null))).toContain('is parked');
    expect(fault('failed', decided(true))).toContain('has confirmed');
  });

  it('a review is due when its time is over, without the time in which nobody could decide', () => {
    const review = reviewOf(recordWith('waiting'), 1000);
    expect(reviewDeadlineAtMs(review, specOf({ deadline: '10 min' }).terms)).toBe(1000 + 10 * MINUTE_MS);
    expect(reviewDeadlineAtMs({ ...review, heldMs: 7 }, specOf({ deadline: '10 min' }).terms)).toBe(
      1007 + 10 * MINUTE_MS,
    );
  });

  it('who may confirm is asked where the four-eyes rule is known to hold', () => {
    const fault = (fourEyes: boolean | null, by: string): string | null => {
      const settings = fourEyes === null ? null : ({ fourEyes } as ReleaseRecord['settings']);
      return confirmerFault(
        recordWith('waiting', (record) => (record.settings = settings)),
        { startedBy: 'ivan' },
        by,
      );
    };
    expect(fault(true, 'ivan')).toContain('You started this release');
    expect(fault(true, 'olga')).toBeNull();
    expect(fault(false, 'ivan')).toBeNull();
    expect(fault(null, 'ivan')).toBeNull();
  });

  it('the first decision counts, also one that comes early, and none that comes late', () => {
    const decision = (record: ReleaseRecord) => record.review?.decision ?? null;
    const early = recordWith('pending', decided(false));
    decided(true)(early);
    expect(decision(early)).toEqual({
      confirmed: false,
      by: 'olga',
      why: null,
      at: '1970-01-01T00:00:00.000Z',
    });
    expect(decision(recordWith('done', decided(true)))).toBeNull();
    const ended = recordWith('waiting', (record) => (record.ended = true));
    decided(true)(ended);
    expect(decision(ended)).toBeNull();
  });

  it('other times for reminders count those that are past as sent', () => {
    const sent = (nowMs: number, heldMs?: number): number | undefined => {
      const record = recordWith('waiting');
      Object.assign(reviewOf(record, 0), { isEscalated: true, ...(heldMs !== undefined && { heldMs }) });
      restartReminders(record, specOf({ deadline: '1 h', reminders: ['10 min', '20 min'] }).terms, nowMs);
      expect(record.review).not.toHaveProperty('isEscalated');
      return record.review?.remindersSent;
    };
    expect([10 * MINUTE_MS - 1, 10 * MINUTE_MS, 20 * MINUTE_MS].map((nowMs) => sent(nowMs))).toEqual([
      0, 1, 2,
    ]);
    expect(sent(20 * MINUTE_MS, 1)).toBe(1);
    const unopened = recordWith('pending');
    restartReminders(unopened, specOf().terms, Date.parse(AT));
    expect(unopened.review).toBeNull();
  });

  it.each([
    ['3 days', 3 * 1440, 864],
    ['2 hours', 120, 24],
    ['1 hour', 60, 15],
    ['half an hour', 30, 15],
    ['20 minutes', 20, null],
  ])('a review of %s', (_what, minutes, lead) => {
    expect(escalationLeadMs(minutes * MINUTE_MS)).toBe(lead === null ? null : lead * MINUTE_MS);
  });

  it('what people will be told is known beforehand, the earliest first', () => {
    const review = {
      deadline: 100 * MINUTE_MS,
      reminders: [70, 10, 90].map((minutes) => minutes * MINUTE_MS),
    };
    const inMinutes = (notices: ReviewNotice[]): string[] =>
      notices.map(({ event, atMs }) => `${event} ${atMs / MINUTE_MS}`);
    expect(inMinutes(reviewNotices(review.deadline, review))).toEqual([
      'review.reminder 10',
      'review.reminder 70',
      'review.escalated 80',
      'review.reminder 90',
    ]);
    const short = { deadline: 20 * MINUTE_MS, reminders: [10 * MINUTE_MS] };
    expect(inMinutes(reviewNotices(short.deadline, short))).toEqual(['review.reminder 10']);
    const spec = { ...specOf().terms, ...review };
    const unsent = (sent: Partial<Review>): string[] =>
      inMinutes(unsentNotices({ openedAtMs: 0, remindersSent: 0, decision: null, ...sent }, spec));
    expect(unsent({ remindersSent: 2 })).toEqual(['review.escalated 80', 'review.reminder 90']);
    expect(unsent({ remindersSent: 2, isEscalated: true, heldMs: 5 * MINUTE_MS })).toEqual([
      'review.reminder 95',
    ]);
  });
});

describe('four eyes', () => {
  // The last one is in full-width letters.
  it.each(['olga', 'Olga', ' olga ', 'ｏｌｇａ'])(
    'keeps who started a release from confirming it as %j',
    (by) => {
      expect(fourEyesFault('olga', by)).toMatch(/^You started this release\. .* another person/);
    },
  );

  it('asks for a name', () => {
    expect(fourEyesFault('olga', UNNAMED)).toMatch(/needs the name/);
  });

  it('lets anybody else confirm, and everybody where nobody is known to have started it', () => {
    expect(fourEyesFault('olga', 'ivan')).toBeNull();
    expect(fourEyesFault(null, 'olga')).toBeNull();
    expect(fourEyesFault(null, UNNAMED)).toBeNull();
  });

  it.each([
    [{ scan: true, confirmation: 'operator', onDeadline: 'reject' }, []],
    [{ scan: false }, ['terms.scan must be true']],
    [{ confirmation: 'automatic' }, ['terms.confirmation must be operator']],
    [{ onDeadline: 'confirm' }, ['terms.onDeadline must be reject']],
  ] as const)('of a review, the rule refuses what is in %j', (terms, faults) => {
    const found = reviewlessFaults(terms).map(
      ({ key, message }) => `${key.join('.')} ${message.split(':')[0] ?? ''}`,
    );
    expect(found).toEqual(faults);
  });
});

describe('stale edit', () => {
  const mira: TermValues = {
    term: 'Elder Mira',
    category: 'Character',
    score: 8,
    note: 'a name',
    translations: { ja: 'ミラ', fr: '' },
  };

  describe('an edit of a term that somebody else has changed since', () => {
    it.each<[string, Partial<TermValues>, Partial<TermValues>, string[]]>([
      ['in the same field', { category: 'Villain' }, { category: 'Mentor' }, ['category: Character']],
      ['in another field', { category: 'Villain' }, { category: 'Character', note: 'a title' }, []],
      ['in a field of which nothing was seen', { score: 1 }, {}, []],
      ['to what the edit wants', { note: 'a name' }, { note: 'a title' }, []],
      [
        'in two fields',
        { score: 1, translations: { ja: '長老', fr: 'Mira' } },
        { score: 3, translations: { ja: '', fr: '' } },
        ['score: 8', 'ja: ミラ'],
      ],
      [
        'in no translation, where an empty one was none',
        { translations: { de: 'x' } },
        { translations: { de: '' } },
        [],
      ],
      [
        'in a translation that is gone',
        { translations: { de: 'x' } },
        { translations: { de: 'y' } },
        ['de: '],
      ],
      [
        'in a name that every object has',
        { translations: { ja: 'x' } },
        { translations: { constructor: 'y' } },
        [],
      ],
    ])('%s', (_where, edit, seen, expected) => {
      expect(changedSince(mira, { edit, seen }).map(({ field, now }) => `${field}: ${now}`)).toEqual(
        expected,
      );
    });

    it('never overwrites what was seen as it is', () => {
      const texts = fc.constantFrom('', 'a', 'b');
      const values = fc.record<TermValues>({
        term: texts,
        category: texts,
        score: fc.nat(2),
        note: texts,
        translations: fc.dictionary(fc.constantFrom('ja', 'fr', '__proto__'), texts),
      });
      const edits: fc.Arbitrary<Partial<TermValues>> = fc.record(
        {
          term: texts,
          category: texts,
          score: fc.nat(2),
          note: texts,
          translations: values.map((one) => one.translations),
        },
        { requiredKeys: [] },
      );
      fc.assert(
        fc.property(values, edits, (now, edit) => {
          expect(changedSince(now, { edit, seen: replacedValues(now, edit) })).toEqual([]);
        }),
      );
    });
  });
});

describe('task scan', () => {
  it.each([
    [{ status: 'running', isCompleted: false }, true],
    [{ status: 'translated', isCompleted: true }, true],
    [{ status: 'scanning', isCompleted: false }, false],
    [{ status: 'waiting_confirmation', isCompleted: false }, false],
  ])('%j is past its scan: %s', (task, expected) => expect(isPastScan(task)).toBe(expected));

  it('tells how the scan and Smart Optimization ended, also by a word that nobody knows', () => {
    expect(scanNote({ status: 'completed', terms: 2 })).toBe('The scan is completed, with 2 terms.');
    expect(scanNote({ status: 'skipped', terms: 0 })).toContain('was skipped');
    expect(scanNote({ status: 'halted', terms: null })).toBe('The scan is halted.');
    expect(optimizationNote('skipped')).toContain('nothing to do');
    expect(optimizationNote('halted')).toBe('Smart Optimization is halted.');
    expect(optimizationNote(null)).toBeNull();
  });
});
