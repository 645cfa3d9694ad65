import { outcomeWords } from '../../../web/release/stage-words';
import { announcedOn, releaseStatus, stagesWith } from '../../support/release-status';
import type { Operations } from '../../../src/operations/all-operations';
import { type PageResponses, isNotThere, refusalOf } from '../../../web/api';
import { daysOf, monthAfter, monthText, thisMonth, weekdayOf, zoneText } from '../../../web/schedules/month';
import { initials } from '../../../web/review/people';

describe('outcome words', () => {
  const target = { platform: 'x', errorCode: null, message: null };
  const file = { path: 'a.ini', languages: ['ja'], bytes: 9, sha256: 'ab', keys: 1, checked: true };

  it('tells what became of a release in a few words', () => {
    const done = releaseStatus({
      state: 'done',
      languages: ['ja', 'ko'],
      stages: stagesWith({ publish: { state: 'done' } }),
      export: { files: [file], completeness: [] },
      announcement: announcedOn([
        { ...target, accountId: 'a', status: 'published' },
        { ...target, accountId: 'b', status: 'failed' },
      ]),
    });
    expect(outcomeWords(done)).toBe(
      'Released in 2 languages: published, exported to 1 file, announced on 1 account',
    );
    expect(outcomeWords(releaseStatus({ state: 'done' }))).toBe('Translated in 1 language');
  });
});

/** The page says what it reads as the table of operations says it. The compiler does the work. */
describe('page answers', () => {
  type Asked = keyof PageResponses & keyof Operations;
  type Returned<Name extends Asked> = Awaited<ReturnType<Operations[Name]['run']>>;
  type Misread = { [Name in Asked]: Returned<Name> extends PageResponses[Name] ? never : Name }[Asked];

  it('what operations return is what the page reads', () => {
    const isRight: [Misread] extends [never] ? true : Misread = true;
    expect(isRight).toBe(true);
  });
});

describe('refusal', () => {
  it('only the gateway can say that a release is not there', () => {
    expect(isNotThere(refusalOf(404, { code: 'not_found', message: 'There is no such release.' }))).toBe(
      true,
    );
    expect(
      isNotThere(refusalOf(404, { code: 'no_such_address', message: 'There is no such address.' })),
    ).toBe(false);
    // The page of a proxy is no JSON.
    expect(isNotThere(refusalOf(404, null))).toBe(false);
    expect(isNotThere(new Error('404'))).toBe(false);
  });
});

describe('month', () => {
  it('goes from month to month over the end of a year', () => {
    expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthAfter('2026-03', 0)]).toEqual([
      '2027-01',
      '2025-12',
      '2026-03',
    ]);
    expect(monthText('2026-11')).toBe('November 2026');
    expect(thisMonth(new Date(2026, 1, 3).getTime())).toBe('2026-02');
  });

  it('has all days of a month, also on nights when the clocks change', () => {
    expect(daysOf('2028-02')).toHaveLength(29);
    expect(daysOf('2026-03').at(-1)).toBe('2026-03-31');
    expect(['2026-11-16', '2026-11-22'].map(weekdayOf)).toEqual([1, 7]);
  });

  it('names the zone as it is at that time', () => {
    expect(zoneText('2026-07-01T00:00Z', 'UTC')).toBe('UTC');
    expect(zoneText('2026-07-01T00:00Z', 'Europe/London')).toBe('BST');
    expect(zoneText('2026-12-01T00:00Z', 'Europe/London')).toBe('GMT');
  });
});

describe('initials', () => {
  it.each([
    ['Olga Petrova', 'OP'],
    ['ci.nightly-build', 'CB'],
    ['reviewer', 'RE'],
    ['李小龙', '李小'],
    ['x', 'X'],
    ['--', ''],
  ])('%s is %s in short', (name, short) => {
    expect(initials(name)).toBe(short);
  });
});
