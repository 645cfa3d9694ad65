import { noteLines, withDeed } from '../../../src/domain/schedule-note';
import fc from '../../support/fast-check';

const at = new Date('2026-11-15T03:00:00Z');

describe("a schedule's note", () => {
  it('says who did what, when and why, newest first', () => {
    const created = withDeed(undefined, { at, by: 'olga', what: 'created it' });
    const paused = withDeed(created, { at, by: 'ken', what: 'paused it', why: 'release\nweek' });
    expect(noteLines(paused)).toEqual([
      '2026-11-15T03:00:00.000Z ken paused it: release week',
      '2026-11-15T03:00:00.000Z olga created it',
    ]);
  });

  it('keeps what another tool has noted', () => {
    const note = withDeed('Paused by the web page', { at, by: 'olga', what: 'resumed it' });
    expect(noteLines(note)[1]).toBe('Paused by the web page');
  });

  it('stays small, and one line for one deed, whatever is said', () => {
    const deeds = fc.array(fc.record({ by: fc.string(), why: fc.string({ maxLength: 2000 }) }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(deeds, (all) => {
        let note: string | undefined;
        for (const { by, why } of all) note = withDeed(note, { at, by, what: 'paused it', why });
        const lines = noteLines(note);
        expect(lines).toHaveLength(Math.min(all.length, 20));
        expect(lines.every((line) => line.startsWith(at.toISOString()) && line.length <= 1000)).toBe(true);
      }),
    );
  });
});
