import {
  amended,
  amendLanguages,
  amendmentFaults,
  amendmentRuleFault,
  amendmentText,
  amendedParts,
  amendmentTo,
  deadlineFault,
  isToBeChecked,
  notAskedYet,
  type Amendment,
} from '../../../src/domain/release/amendment';
import { releaseSpec, type ReleaseFile } from '../../../src/domain/release/release-file';
import { newRecord, type ReleaseRecord } from '../../../src/domain/release/release-record';
import { nextPost, reword } from '../../../src/domain/release/announcement';
import { beginStage, endStage, openPartial, stageOf } from '../../../src/domain/release/release-transitions';
import { reviewOf } from '../../../src/domain/review/review-rules';
import { stageNames, stageStates, type StageName } from '../../../src/domain/release/stages';
import fc from '../../support/fast-check';

const AT = '2026-11-16T10:00:00.000Z';
const DAY_MS = 86_400_000;
const file: ReleaseFile = {
  name: 'game-1',
  source: { file: 'en.json' },
  targetLanguages: ['ja', 'zh-cn'],
  supplementLanguages: ['ko'],
  export: { template: 'tpl-1', languages: ['ja', 'ko'] },
  announce: { accounts: ['acc_1'], platforms: ['x'], text: 'Out.' },
};
const specOf = (more: Partial<ReleaseFile> = {}) => releaseSpec.parse({ ...file, ...more });
const spec = specOf();

/** A release in a stage, with what stood before it done. */
function recordIn(
  stage: StageName,
  change: (record: ReleaseRecord) => void = () => undefined,
): ReleaseRecord {
  const source = { kind: 'snapshot', sha256: 'a'.repeat(64), strings: 1 } as const;
  const record = newRecord({ spec, source, startedBy: null }, 'run-1');
  const accounts = [
    { id: 'acc_1', platform: 'x' },
    { id: 'acc_2', platform: 'x' },
  ];
  record.settings = {
    minCheckIntervalMs: 1,
    templateId: 'tpl-1',
    templateLanguages: [],
    accounts,
    fourEyes: false,
    quietHours: null,
  };
  for (const name of stageNames.slice(0, stageNames.indexOf(stage))) endStage(record, name, 'done', AT);
  beginStage(record, stage, AT);
  change(record);
  return record;
}

describe('the text of a post that failed on some account', () => {
  const reworded: Amendment = {
    announce: specOf({ announce: { ...file.announce, text: 'Mended.' } }).announce,
  };
  const partial = (change: (record: ReleaseRecord) => void = () => undefined) =>
    recordIn('announce', (record) => {
      endStage(record, 'announce', 'done', AT);
      const target = { platform: 'x', errorCode: null, message: null };
      record.announcement = {
        postId: 'post_1',
        sentText: 'Game is out.',
        publishSentAt: AT,
        accepted: true,
        retries: {},
        number: 1,
        targets: [
          { ...target, accountId: 'acc_1', status: 'failed' },
          { ...target, accountId: 'acc_2', status: 'published' },
        ],
      };
      openPartial(
        record,
        { code: 'announcement_partial', facts: { accounts: [] } },
        { since: AT, dueAt: AT },
      );
      change(record);
    });

  it('can be changed until somebody decides, and not while it is unknown what is out', () => {
    expect(amendmentFaults(spec, partial(), reworded)).toEqual([]);
    const unknown = partial((record) => (record.problem = { code: 'outcome_unknown', facts: {} }));
    expect(amendmentFaults(spec, unknown, reworded)[0]).toContain('not known whether the post is out');
    const decided = partial((record) => (record.resolution = { action: 'retry', by: 'olga', reason: null }));
    expect(amendmentFaults(spec, decided, reworded)[0]).toContain('the post is made already');
  });

  it('is the only thing of it that can be changed', () => {
    for (const amendment of [
      { announce: null },
      { announce: specOf({ announce: { accounts: ['acc_2'], text: 'Mended.' } }).announce },
      { ...reworded, withoutAccounts: ['acc_2'] },
    ])
      expect(amendmentFaults(spec, partial(), amendment)[0]).toContain('Only its text can be changed');
  });

  it('names no placeholder that nobody fills', () => {
    const bogus = { announce: specOf({ announce: { ...file.announce, text: 'Mended.' } }).announce };
    Object.assign(bogus.announce ?? {}, { text: 'Mended {bogus}.' });
    expect(amendmentFaults(spec, partial(), bogus)[0]).toMatch(
      /^announce.text: it has .* {bogus}; known are /,
    );
  });

  it('waits until it is known on which accounts the post is out', () => {
    const record = partial();
    expect(amendmentFaults(spec, record, reworded)).toEqual([]);
    if (record.announcement !== null)
      record.announcement.refusals = { acc_1: { code: 'outcome_unknown', said: null } };
    expect(amendmentFaults(spec, record, reworded)[0]).toContain('it is not known whether the post is out');
  });

  it('of a post that the service was to publish leaves it known that there is one', () => {
    const { announcement } = partial();
    if (announcement === null) throw new Error('It has an announcement.');
    const scheduled = { ...announcement, publishSentAt: null, scheduledAt: AT };
    expect(nextPost(scheduled, { failed: [], text: 'Mended.', number: 2 }).publishSentAt).toBe(AT);
  });

  it('is kept as it was on accounts that have it, and the next post is for the others alone', () => {
    const record = partial();
    const before = { accounts: [], platforms: [], ...spec.announce, text: 'Out.' };
    reword(record, before, { ...before, text: 'Mended.' });
    const { announcement } = record;
    const failed = announcement?.targets.slice(0, 1) ?? [];
    for (const target of failed) target.handle = '@studio';
    expect(announcement && nextPost(announcement, { failed, text: 'Mended.', number: 3 })).toMatchObject({
      postId: null,
      publishSentAt: AT,
      accounts: [{ id: 'acc_1', platform: 'x', handle: '@studio' }],
      earlier: {
        postId: 'post_1',
        targets: [{ accountId: 'acc_2', text: 'Game is out.', postId: 'post_1' }],
      },
      text: 'Mended.',
      number: 3,
    });
    reword(record, { ...before, text: 'Mended.' }, before);
    expect(announcement).toMatchObject({ text: 'Out.', isReworded: false });
  });
});

it('a deadline that is over already is refused, and one that is ahead is not', () => {
  const openedAtMs = Date.parse(AT);
  const record = recordIn('confirm', (it) => {
    it.review = { ...reviewOf(it, openedAtMs), heldMs: 1000 };
    it.waitingFor = { kind: 'terms', since: AT, dueAt: AT };
  });
  const faultAt = (nowMs: number) => deadlineFault(spec, record, { terms: { deadline: 60_000 } }, nowMs);
  expect(faultAt(openedAtMs + 60_999)).toBeNull();
  expect(faultAt(openedAtMs + 61_000)).toContain('is over already (2026-11-16T10:01:01.000Z)');
  expect(deadlineFault(spec, record, { terms: { reminders: [] } }, Infinity)).toBeNull();
  record.paused = { at: AT, by: 'olga', why: null };
  expect(faultAt(Infinity)).toBeNull();
});

describe('what makes of a release the one that a file asks for', () => {
  it.each<[string, Partial<ReleaseFile>, Amendment]>([
    ['nothing', {}, {}],
    ['another order of late languages', { supplementLanguages: ['ko'] }, {}],
    ['another deadline', { terms: { deadline: '5 days' } }, { terms: { deadline: 5 * DAY_MS } }],
    ['another late language', { supplementLanguages: ['fr'] }, { supplementLanguages: ['fr'] }],
    ['no announcement', { announce: undefined }, { announce: null }],
    ['no publish', { publish: false }, { publish: false }],
  ])('is %s', (_what, more, amendment) => {
    expect(amendmentTo(spec, specOf(more))).toEqual({ amendment, fixed: [] });
  });

  it('is never what its first stages are made of', () => {
    const wanted = specOf({ targetLanguages: ['fr'], terms: { scan: false }, preflight: 'strict' });
    expect(amendmentTo(spec, wanted).fixed).toEqual(['targetLanguages', 'preflight', 'terms.scan']);
  });

  it('gives what the file asks for, once it is taken', () => {
    const wanted = specOf({
      supplementLanguages: ['fr'],
      terms: { deadline: '4 days', reminders: ['1 day'], onDeadline: 'confirm' },
      publish: false,
      export: { template: 'tpl-2' },
      announce: { accounts: ['acc_2'], text: 'Now.' },
    });
    const { amendment } = amendmentTo(spec, wanted);
    expect(amended(spec, recordIn('scan'), amendment)).toEqual(wanted);
  });
});

describe('an amendment is refused', () => {
  const over = (stage: StageName) => recordIn(stage);
  const skipped = (stage: StageName) =>
    recordIn(stage, (record) => (stageOf(record, stage).state = 'skipped'));
  const sent = (record: ReleaseRecord): void => {
    record.announcement = {
      postId: 'p',
      publishSentAt: AT,
      accepted: false,
      targets: [],
      retries: {},
      number: 1,
    };
  };
  it.each<[string, Amendment, ReleaseRecord, RegExp]>([
    ['of the review after it', { terms: { deadline: DAY_MS } }, over('translate'), /the term review is over/],
    [
      'of a review that is decided, while the release is paused',
      { terms: { deadline: DAY_MS } },
      recordIn('confirm', (record) => {
        const decision = { confirmed: true, by: 'olga', why: null };
        record.review = { ...reviewOf(record, Date.parse(AT)), decision };
      }),
      /the term review is over/,
    ],
    ['with reminders after the deadline', { terms: { reminders: [9 * DAY_MS] } }, over('scan'), /before/],
    [
      'with a reminder at the deadline',
      { terms: { deadline: DAY_MS, reminders: [DAY_MS] } },
      over('scan'),
      /before/,
    ],
    [
      'of a review that is skipped',
      { terms: { onDeadline: 'reject' } },
      skipped('confirm'),
      /review is over/,
    ],
    [
      'without a language while it is exported',
      { withoutLanguages: ['ja'] },
      recordIn('export', (record) => (record.sending = 'export')),
      /The export is under way/,
    ],
    [
      'without a language that is exported and announced',
      { withoutLanguages: ['ja'] },
      recordIn('announce', sent),
      /^Exported and announced already/,
    ],
    ['of the export after it', { export: null }, over('announce'), /export: it is over/],
    ['of a post that was sent', { announce: null }, recordIn('announce', sent), /made already/],
    [
      'of a language that is translated',
      { supplementLanguages: [] },
      recordIn('publish', (record) => record.languages.push('ko')),
      /ko is translated already/,
    ],
    [
      'of a target language as a late one',
      { supplementLanguages: ['ko', 'ja'] },
      over('scan'),
      /already among the target languages: ja/,
    ],
    ['without a language that is not there', { withoutLanguages: ['fr'] }, over('scan'), /does not have fr/],
    [
      'without any language',
      { withoutLanguages: ['ja', 'zh-cn', 'ko'] },
      over('scan'),
      /No language would be left/,
    ],
    [
      'without an account that it does not have',
      { withoutAccounts: ['acc_9'] },
      over('scan'),
      /does not announce on acc_9/,
    ],
    [
      'without any account',
      { withoutAccounts: ['acc_1', 'acc_2'] },
      over('scan'),
      /No account would be left/,
    ],
  ])('%s', (_what, amendment, record, fault) => {
    expect(amendmentFaults(spec, record, amendment)).toEqual([expect.stringMatching(fault)]);
  });

  it('in no part of it where one is too late', () => {
    const amendment: Amendment = { publish: false, export: null, announce: null };
    const exporting = recordIn('export', (record) => (record.sending = 'export'));
    expect(amendmentFaults(spec, exporting, amendment)).toEqual([
      'publish: it is over.',
      'export: it is being sent at this moment. Try again in a moment, or pause the release first.',
    ]);
  });

  it('of a language that is being asked for, or was asked for without a reply', () => {
    const asked = (change: (record: ReleaseRecord) => void): ReleaseRecord =>
      recordIn('supplement', (record) => {
        record.supplement = { languages: ['ko'], jobId: null };
        change(record);
      });
    const faults = (record: ReleaseRecord) => amendmentFaults(spec, record, { supplementLanguages: [] });
    expect(faults(asked(() => undefined))).toEqual([]);
    const lost = { what: 'x', sentAt: AT, attempts: 1, looks: 0, loss: 'x', traceId: null };
    for (const record of [
      asked((it) => (it.sending = 'supplement')),
      asked((it) => (it.lostAnswer = lost)),
      asked((it) => (it.supplement = { languages: ['ko'], jobId: 'job_1' })),
    ])
      expect(faults(record)).toEqual(['supplementLanguages: ko is being translated.']);
  });
});

it('what a release asks for already is no part of an amendment', () => {
  const { deadline, reminders } = spec.terms;
  const { export: exportTo, announce, publish, supplementLanguages } = spec;
  const said: Amendment = { terms: { deadline }, export: exportTo, announce, publish, supplementLanguages };
  expect(notAskedYet(spec, said)).toEqual({});
  expect(notAskedYet(spec, { ...said, terms: { deadline: DAY_MS / 2, reminders }, export: null })).toEqual({
    terms: { deadline: DAY_MS / 2 },
    export: null,
  });
  const without: Amendment = { withoutLanguages: ['ko'], withoutAccounts: ['acc_1'] };
  expect(notAskedYet(spec, { ...said, ...without })).toEqual(without);
});

it('the rule of four eyes refuses what would make a review unnecessary', () => {
  const fault = (fourEyes: boolean, terms: Amendment['terms']): string | null => {
    const record = recordIn('scan');
    if (record.settings !== null) record.settings.fourEyes = fourEyes;
    return amendmentRuleFault(record, { terms });
  };
  expect(fault(true, { onDeadline: 'confirm' })).toContain(
    'Nothing was changed: terms.onDeadline must be reject',
  );
  expect(fault(true, { onDeadline: 'reject' })).toBeNull();
  expect(fault(false, { onDeadline: 'confirm' })).toBeNull();
});

it('the services are asked about a template or an account that is new', () => {
  const { export: exportTo, announce } = spec;
  const asked = [{ export: exportTo }, { announce }, { withoutAccounts: ['acc_1'] }];
  const unasked = [{}, { export: null }, { announce: null }, { withoutAccounts: [] }, { publish: false }];
  expect(asked.map(isToBeChecked)).toEqual([true, true, true]);
  expect(unasked.some(isToBeChecked)).toBe(false);
});

it('a late language is added once, and stays where it is there already', () => {
  const record = recordIn('translate', (it) => it.languages.push('fr'));
  amendLanguages(record, spec, { supplementLanguages: ['ko', 'fr', 'de'] });
  expect(record).toMatchObject({ languages: ['ja', 'zh-cn', 'fr'], lateLanguages: ['ko', 'de'] });
});

it('what stays out of an amendment stays as it was', () => {
  const bare = specOf({ supplement: { skipTm: true } });
  expect(amended(bare, recordIn('scan'), { publish: false }).supplement).toEqual(bare.supplement);
  expect(amended(bare, recordIn('scan'), { supplement: null })).not.toHaveProperty('supplement');
  expect(amendmentFaults(spec, recordIn('scan'), { announce: spec.announce, withoutAccounts: [] })).toEqual(
    [],
  );
  const prepared = specOf({ announce: { postId: 'post_1' } });
  expect(amendmentFaults(prepared, recordIn('scan'), { publish: true, withoutAccounts: [] })).toEqual([]);
});

it('what has not been sent can be amended, whatever its stage does meanwhile', () => {
  const amendments = { supplement: null, publish: false, export: null, announce: null } as const;
  const stages = Object.keys(amendments) as (keyof typeof amendments)[];
  const drawn = fc.record({
    stage: fc.constantFrom(...stages),
    state: fc.constantFrom(...stageStates),
    sending: fc.option(fc.constantFrom(...stageNames)),
    supplement: fc.option(
      fc.record({ languages: fc.constant(['ko']), jobId: fc.option(fc.constant('job_1')) }),
    ),
    publishJobId: fc.option(fc.constant('job_2')),
    paused: fc.option(fc.constant({ at: AT, by: 'olga', why: null })),
  });
  fc.assert(
    fc.property(drawn, ({ stage, state, ...changes }) => {
      const record = Object.assign(recordIn(stage), changes);
      stageOf(record, stage).state = state;
      const isOver = state === 'done' || state === 'skipped';
      const isStarted = {
        supplement: (changes.supplement?.jobId ?? null) !== null,
        publish: changes.publishJobId !== null,
        export: false,
        announce: false,
      }[stage];
      const faults = amendmentFaults(spec, record, { [stage]: amendments[stage] });
      expect(faults.length).toBe(isOver || isStarted || changes.sending === stage ? 1 : 0);
    }),
  );
});

it('a language that is left out is neither added, nor exported, nor announced', () => {
  const record = recordIn('translate');
  const amendment = { withoutLanguages: ['ja', 'ko'] };
  expect(amended(spec, record, amendment)).toMatchObject({
    supplementLanguages: [],
    targetLanguages: ['ja', 'zh-cn'],
  });
  expect(amended(spec, record, amendment).export).not.toHaveProperty('languages');
  amendLanguages(record, spec, amendment);
  expect({ languages: record.languages, late: record.lateLanguages }).toEqual({
    languages: ['zh-cn'],
    late: [],
  });
});

it('an account that is left out is left out of those that were found for a platform, too', () => {
  const { announce } = amended(spec, recordIn('scan'), { withoutAccounts: ['acc_1'] });
  expect(announce).toMatchObject({ accounts: ['acc_2'], platforms: [] });
});

it('an account that a new file no longer names does not come back when another is left out', () => {
  const announce = specOf({ announce: { text: 'Out.', accounts: ['acc_1', 'acc_3'] } }).announce;
  const amendment: Amendment = { announce, withoutAccounts: ['acc_1'] };
  const record = recordIn('scan');
  expect(amendmentFaults(spec, record, amendment)).toEqual([]);
  expect(amended(spec, record, amendment).announce).toMatchObject({ accounts: ['acc_3'], platforms: [] });
});

it('no account is left out of a platform whose accounts are not read yet', () => {
  const announce = specOf({
    announce: { text: 'Out.', accounts: ['acc_1'], platforms: ['bluesky'] },
  }).announce;
  expect(amendmentFaults(spec, recordIn('scan'), { announce, withoutAccounts: ['acc_1'] })).toEqual([
    expect.stringContaining('No account on bluesky is known yet.'),
  ]);
});

it('is told in a few words', () => {
  const amendment: Amendment = {
    terms: { deadline: 1 },
    announce: null,
    withoutLanguages: ['ja'],
    withoutAccounts: ['a'],
  };
  expect(amendmentText(amendment)).toBe('amend terms.deadline, announce; leave out ja; announce without a');
});

it('names what it changes, from what to what', () => {
  const before = {
    spec: specOf({ announce: { text: 'Out.', accounts: ['a', 'b'] } }),
    languages: ['ja', 'ko'],
  };
  const terms = { ...before.spec.terms, deadline: 4 * DAY_MS };
  const announce = { ...before.spec.announce, at: '2026-11-19T10:00:00.000Z', accounts: ['a'] };
  const after = { spec: { ...before.spec, terms, announce }, languages: ['ja'] } as typeof before;
  expect(amendedParts(before, after)).toEqual([
    'time for the term review: was 3 d, now 4 d',
    'accounts of the announcement: was a, b, now a',
    'languages: was ja, ko, now ja',
    'time of the announcement: was not set, now 2026-11-19 10:00 UTC',
  ]);
  expect(amendedParts(before, before)).toEqual([]);
});
