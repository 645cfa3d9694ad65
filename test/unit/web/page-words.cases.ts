import { decisionCounts } from '../../../src/domain/review/term-changes';
import { inboxOrder } from '../../../src/domain/release/inbox-order';
import {
  bytesText,
  languageName,
  agoText,
  endOfDayMs,
  localTimeText,
  timeLeftText,
  utcText,
  withoutFlags,
} from '../../../web/format';
import { fieldChanges } from '../../../web/review/saving/differences';
import { valuesOf } from '../../../web/review/sheet';
import { inLocalTime, whyClosed } from '../../../web/release/stage-words';
import { inboxGroups } from '../../../web/home/inbox';
import { titleText } from '../../../web/components/page';
import { stageNames } from '../../../src/domain/release/stages';
import type { ReleaseStatus } from '../../../src/domain/release/status';
import { sheetTerm } from './sheet-terms';

const nowMs = Date.parse('2026-03-12T13:05:09Z');

describe('times', () => {
  it('are in the zone of the reader, with a date on another day and a year in another one', () => {
    const inTokyo = (at: string): string => localTimeText(Date.parse(at), nowMs, 'Asia/Tokyo');
    expect(inTokyo('2026-03-12T05:00:00Z')).toBe('14:00');
    expect(inTokyo('2026-03-12T15:30:00Z')).toBe('13 Mar, 00:30');
    expect(inTokyo('2025-11-02T01:00:00Z')).toBe('2 Nov 2025, 10:00');
  });

  it('are in UTC for whoever hovers', () => {
    expect(utcText('2026-03-12T14:05:09.123+01:00')).toBe('2026-03-12 13:05:09 UTC');
    expect(utcText('soon')).toBe('soon');
  });

  it('are told from now, before and after', () => {
    expect([-3000, 1000].map((ms) => agoText(nowMs + ms, nowMs))).toEqual(['just now', 'just now']);
    expect(agoText(nowMs - 3 * 3_600_000, nowMs)).toBe('3 h ago');
    expect(agoText(nowMs + 80_000, nowMs)).toBe('in 1 min');
  });

  it('are rounded, to a whole one of the next unit too', () => {
    const hours = [1.4, 1.6, 23.6, 47].map((count) => agoText(nowMs - count * 3_600_000, nowMs));
    expect(hours).toEqual(['1 h ago', '2 h ago', '1 d ago', '2 d ago']);
    const minutes = [0.5, 1, 1.2, 59.5, 99.6, 60 * 23.999, 60 * 24 * 30 - 1].map((count) =>
      timeLeftText(count * 60_000),
    );
    expect(minutes).toEqual(['less than 1 min', '1 min', '1 min', '1 h', '1 h 40 min', '1 d', '30 d']);
  });
});

describe('the inbox', () => {
  it('has what is due soonest on top, and what has no time at its end, the longest wait first', () => {
    const item = (name: string, since: string, dueAt: string | null) => ({
      id: name,
      project: 'game',
      name,
      kind: 'terms' as const,
      what: '',
      since,
      dueAt,
    });
    const items = [
      item('old', '2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'),
      item('overdue', '2026-03-02T00:00:00Z', '2026-03-11T00:00:00Z'),
      item('new', '2026-03-11T00:00:00Z', null),
      item('older', '2026-03-09T00:00:00Z', null),
      item('longer overdue', '2026-03-03T00:00:00Z', '2026-03-04T00:00:00Z'),
    ];
    expect(inboxOrder(items).map(({ id }) => id)).toEqual([
      'longer overdue',
      'overdue',
      'old',
      'older',
      'new',
    ]);
  });

  it('is grouped by what is overdue, what is due before the day ends, and the rest', () => {
    const item = (dueAt: string | null) => ({ since: '2026-03-01T00:00:00Z', dueAt });
    const inMs = (ms: number): string => new Date(nowMs + ms).toISOString();
    const dayLeftMs = endOfDayMs(nowMs) - nowMs;
    const [late, today, tomorrow, never] = [
      item(inMs(-1000)),
      item(inMs(dayLeftMs - 1)),
      item(inMs(dayLeftMs)),
      item(null),
    ] as const;
    expect(inboxGroups([never, tomorrow, today, late], nowMs)).toEqual([
      { name: 'overdue', items: [late] },
      { name: 'today', items: [today] },
      { name: 'later', items: [tomorrow, never] },
    ]);
    expect(inboxGroups([never], nowMs).map(({ name }) => name)).toEqual(['later']);
  });

  it('is counted in the title of the page', () => {
    expect(titleText(3, 'Inbox')).toBe('(3) Inbox · locrelease');
    expect(titleText(0, 'Inbox')).toBe('Inbox · locrelease');
  });
});

function status(fields: Partial<ReleaseStatus> = {}): ReleaseStatus {
  return {
    schemaVersion: 1,
    warnings: [],
    choices: [],
    facts: {},
    id: 'game/1.0',
    project: 'game',
    name: '1.0',
    state: 'running',
    stage: 'translate',
    stages: stageNames.map((name) => ({ name, state: 'pending', startedAt: null, endedAt: null })),
    waitingFor: null,
    hold: null,
    progress: null,
    taskId: null,
    publishJobId: null,
    terms: null,
    languages: [],
    comingLanguages: [],
    export: null,
    announcement: null,
    paused: null,
    decisions: [],
    problem: null,
    ...fields,
  };
}

describe('a review', () => {
  it('counts a deleted term as deleted, edited or not', () => {
    const hand = { by: 'olga', at: '' };
    const edited = { ...hand, before: valuesOf(sheetTerm('x')) };
    const terms = [sheetTerm('a'), sheetTerm('b', { edited }), sheetTerm('c', { edited, removed: hand })];
    expect(decisionCounts(terms)).toEqual({ kept: 1, edited: 1, deleted: 1 });
  });

  it('is open while the release waits for it, and says why it is not', () => {
    const waitingFor = { kind: 'terms' as const, since: '', dueAt: null };
    expect(whyClosed(status({ waitingFor }))).toBeNull();
    expect(whyClosed(status())).toContain('has not ended yet');
    const stages = stageNames.map((name) => ({ name, state: 'done' as const, startedAt: '', endedAt: '' }));
    const parked = [{ name: 'confirm' as const, state: 'failed' as const, startedAt: null, endedAt: null }];
    expect(whyClosed(status({ state: 'parked', stages: parked }))).toContain('parked');
    const decisions = [{ at: '2026-11-16T10:00:00Z', by: 'olga', what: 'confirm terms', why: null }];
    expect(whyClosed(status({ stages, decisions }))).toMatch(/^The terms were confirmed by olga at 16 Nov, /);
    const rejected = [{ at: '2026-11-16T10:00:00Z', by: 'deadline', what: 'reject terms', why: 'too late.' }];
    expect(whyClosed(status({ stages, decisions: rejected }))).toMatch(
      /^The terms were rejected at their deadline at .*: too late\. /,
    );
  });

  it('tells which fields of a term differ', () => {
    const before = valuesOf(sheetTerm('a'));
    const now = { ...before, note: 'why', translations: { ...before.translations, ja: 'new' } };
    expect(fieldChanges(before, now)).toEqual([
      { field: 'note', from: '', to: 'why' },
      { field: 'ja', from: 'a ja', to: 'new' },
    ]);
  });
});

describe('words', () => {
  it('tell how large files are', () => {
    expect([0, 999, 1000, 482_113, 5_200_000].map(bytesText)).toEqual([
      '0 bytes',
      '999 bytes',
      '1 kB',
      '482 kB',
      '5.2 MB',
    ]);
  });

  it('name languages, and leave codes that are none as they are', () => {
    expect([languageName('ja'), languageName('not a language!')]).toEqual(['Japanese', 'not a language!']);
  });
});

describe('a text of the gateway', () => {
  it('has its times in the zone of the reader', () => {
    const at = Date.parse('2026-11-19T03:48:11Z');
    const local = localTimeText(at, nowMs, undefined).slice(-5);
    for (const written of ['2026-11-19 03:48:11 UTC', '2026-11-19T03:48:11.000Z', '2026-11-19 03:48 UTC'])
      expect(inLocalTime(`not before ${written}.`)).toMatch(new RegExp(`^not before .*${local}\\.$`));
    expect(inLocalTime('on 2026-11-19')).toBe('on 2026-11-19');
  });

  it('names nothing that only a terminal has', () => {
    expect(withoutFlags('Allow it (in a terminal: --allow-unlisted). Then start it.')).toBe(
      'Allow it. Then start it.',
    );
  });
});
