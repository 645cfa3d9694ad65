import { judgeCompleteness } from '../../../src/domain/export-rules';
import fc from '../../support/fast-check';

const waiver = { language: 'ja', minimum: 80, by: 'olga', reason: 'beta', until: '2026-12-31' };
const at = (percent: number | null) => [{ language: 'ja', percent, missing: 1 }];
const judged = (percent: number | null, moment: string, waivers = [waiver]) =>
  judgeCompleteness({ minimumComplete: { ja: 100 }, waivers }, ['ja'], at(percent), Date.parse(moment));

describe('a waiver of the minimum of a language', () => {
  it('lets the language pass through its last day', () => {
    expect(judged(90, '2026-12-31T23:59:59Z')).toEqual({
      missed: [],
      unknown: [],
      waived: [waiver],
      ended: [],
    });
  });

  it('has ended the day after, and that is told', () => {
    expect(judged(90, '2027-01-01T00:00:00Z')).toEqual({
      missed: ['ja'],
      unknown: [],
      waived: [],
      ended: [waiver],
    });
  });

  it('asks for what it says', () => {
    expect(judged(79.9, '2026-12-01T00:00:00Z')).toEqual({
      missed: ['ja'],
      unknown: [],
      waived: [],
      ended: [],
    });
  });

  it('is not used where the language is complete', () => {
    expect(judged(100, '2026-12-01T00:00:00Z')).toEqual({ missed: [], unknown: [], waived: [], ended: [] });
  });

  it('lets no language pass that is not exported, or has no minimum', () => {
    const none = judgeCompleteness({ minimumComplete: { ko: 50 } }, ['ja'], at(1), 0);
    expect(none).toEqual({ missed: [], unknown: [], waived: [], ended: [] });
  });

  it('never makes a language miss that would pass without it', () => {
    const percent = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(percent, percent, percent, (reached, least, minimum) => {
        const gate = (waivers: (typeof waiver)[]) =>
          judgeCompleteness({ minimumComplete: { ja: least }, waivers }, ['ja'], at(reached), 0).missed;
        expect(gate([]).length).toBeGreaterThanOrEqual(gate([{ ...waiver, minimum }]).length);
      }),
    );
  });
});

it('what is unknown is told, and stops no release', () => {
  const gate = judged(null, '2026-12-01T00:00:00Z');
  expect(gate).toEqual({ missed: [], unknown: ['ja'], waived: [], ended: [] });
});
