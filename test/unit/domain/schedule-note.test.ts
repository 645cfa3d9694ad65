import {
  noteLines,
  starterOfRun,
  withAction,
  withActionWhilePaused,
} from '../../../src/domain/schedules/schedule-note';
import fc from '../../support/fast-check';

const at = new Date('2026-11-15T03:00:00Z');

describe("a schedule's note", () => {
  it('says who did what, when and why, newest first', () => {
    const created = withAction(undefined, { at, by: 'olga', what: 'created it' });
    const paused = withAction(created, { at, by: 'ken', what: 'paused it', why: 'release\nweek' });
    expect(noteLines(paused)).toEqual([
      '2026-11-15T03:00:00.000Z ken paused it: release week',
      '2026-11-15T03:00:00.000Z olga created it',
    ]);
  });

  it('keeps the reason of a pause on top, whatever is done while it is paused, and until it is resumed', () => {
    const hour = (count: number): Date => new Date(at.getTime() + count * 3_600_000);
    const pause = '2026-11-15T03:00:00.000Z ken paused it: release week';
    let note = withAction(undefined, { at, by: 'ken', what: 'paused it', why: 'release week' });
    for (let run = 1; run <= 30; run += 1)
      note = withActionWhilePaused(note, { at: hour(run), by: 'olga', what: 'triggered it' });
    const lines = noteLines(note);
    expect(lines).toHaveLength(20);
    expect(lines.slice(0, 2)).toEqual([pause, `${hour(30).toISOString()} olga triggered it`]);

    const resumed = noteLines(withAction(note, { at: hour(31), by: 'ken', what: 'resumed it' }));
    expect(resumed[0]).toContain('ken resumed it');
    expect(resumed).toEqual(resumed.toSorted().toReversed());
  });

  it('keeps what another tool has noted', () => {
    const note = withAction('Paused by the web page', { at, by: 'olga', what: 'resumed it' });
    expect(noteLines(note)[1]).toBe('Paused by the web page');
  });

  it('stays small, and one line for one deed, whatever is said', () => {
    const deeds = fc.array(fc.record({ by: fc.string(), why: fc.string({ maxLength: 2000 }) }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(deeds, (all) => {
        let note: string | undefined;
        for (const { by, why } of all) note = withAction(note, { at, by, what: 'paused it', why });
        const lines = noteLines(note);
        expect(lines).toHaveLength(Math.min(all.length, 20));
        expect(lines.every((line) => line.startsWith(at.toISOString()) && line.length <= 1000)).toBe(true);
      }),
    );
  });
});

describe('the starter of a run', () => {
  const minute = (count: number): Date => new Date(at.getTime() + count * 60_000);
  const triggered = withAction(undefined, { at, by: 'olga', what: 'triggered it', why: 'a hurry' });
  const run = (scheduledAt: Date, startedAt = scheduledAt) => ({ scheduledAt, startedAt });

  it('is who triggered it, also where it had to wait for the run before', () => {
    expect(starterOfRun(triggered, run(new Date(at.getTime() + 300)))).toBe('olga');
    expect(starterOfRun(triggered, run(at, minute(90)))).toBe('olga');
  });

  it('is nobody where its time has come', () => {
    expect(starterOfRun(undefined, run(at))).toBeNull();
    expect(starterOfRun(triggered, run(minute(-60)))).toBeNull();
    expect(starterOfRun(triggered, run(minute(60)))).toBeNull();
  });

  it('is who backfilled its time, and not where it ran at that time', () => {
    const what = `backfilled it from ${minute(-600).toISOString()} to ${minute(-300).toISOString()}`;
    const note = withAction(undefined, { at, by: 'Mira K', what, why: 'an outage: long' });
    expect(starterOfRun(note, run(minute(-300), minute(5)))).toBe('Mira K');
    expect(starterOfRun(note, run(minute(-300), minute(-299)))).toBeNull();
    expect(starterOfRun(note, run(minute(-299), minute(5)))).toBeNull();
  });

  it('is not who a reason names', () => {
    const note = withAction(undefined, { at, by: 'olga', what: 'paused it', why: 'ivan triggered it' });
    expect(starterOfRun(note, run(at))).toBeNull();
  });

  it('is not forgotten for all that is done to the schedule while the run waits', () => {
    let note = triggered;
    for (let time = 1; time <= 50; time += 1)
      note = withAction(note, { at: minute(time), by: 'olga', what: time % 2 ? 'paused it' : 'resumed it' });
    expect(noteLines(note)).toHaveLength(20);
    expect(starterOfRun(note, run(at, minute(60)))).toBe('olga');
  });
});
