import {
  completenessLine,
  exportFault,
  fileNote,
  judgeCompleteness,
  uncheckedNotes,
} from '../../../src/domain/release/export-rules';
import fc from '../../support/fast-check';
import { cannotRead, cannotWrite, pathFault } from '../../../src/domain/text/path-fault';

describe('export rules', () => {
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

  it('a minimum of 0 asks for nothing', () => {
    const of = { language: 'ja', percent: null, missing: null };
    expect(judgeCompleteness({ minimumComplete: { ja: 0 } }, ['ja'], [of], 0).unknown).toEqual([]);
  });

  it.each([
    [{ percent: 98.46, missing: 3 }, 'ja        98.5 %  3 missing'],
    [{ percent: 100, missing: 0, otherCase: 1 }, 'ja       100.0 %  0 missing  1 key matched without case'],
    [{ percent: null, missing: null }, 'ja       unknown'],
  ])('completeness is told as %j', (of, line) => {
    expect(completenessLine({ language: 'ja', ...of })).toBe(line);
  });

  it('a person looks at an export that has nothing in a language, or files without our texts', () => {
    expect(exportFault({ missing: [], unread: [] })).toBeNull();
    expect(exportFault({ missing: ['ja'], unread: [] })).toBe('The export has nothing in ja.');
    const both = exportFault({ missing: ['ja'], unread: ['a.ini'] });
    expect(both).toMatch(/^The export has nothing in ja[.] How much of a[.]ini came is unknown: /);
  });

  it('a file is told with its keys, or that nobody looked', () => {
    expect(fileNote({ checked: false, keys: 1, keysOf: 'file' })).toBe('not checked');
    expect(fileNote({ checked: true, keys: null, keysOf: 'file' })).toBe('');
    expect(fileNote({ checked: true, keys: 1, keysOf: 'file' })).toBe('1 key');
    expect(fileNote({ checked: true, keys: 2, keysOf: 'release' })).toBe('2 keys of this release');
    expect(uncheckedNotes([{ checked: true, path: 'a' }])).toEqual([]);
    const [note] = uncheckedNotes([
      { checked: true, path: 'a.ini' },
      { checked: false, path: 'b.ini' },
    ]);
    expect(note).toContain('reads: b.ini. ');
  });
});

describe('path fault', () => {
  const failed = (code: string): Error =>
    Object.assign(new Error(`${code}: words of the system, open 'x'`), { code });

  it.each([
    'ENOENT',
    'ENOTDIR',
    'EEXIST',
    'EISDIR',
    'EACCES',
    'EPERM',
    'EROFS',
    'ENOSPC',
    'EDQUOT',
    'ENAMETOOLONG',
    'ELOOP',
    'EAGAIN',
  ])('%s is told in plain words, with the path and what to do', (code) => {
    const text = cannotWrite('out/game.ini', failed(code));
    expect(text).toMatch(/^Cannot write out\/game\.ini: it [a-z ,:()]+\. [A-Z][a-z ,]+\.$/);
    expect(cannotRead('out', failed(code))).toMatch(/^Cannot read out: it [a-z ,:()]+\.$/);
    expect(pathFault(failed(code))).not.toContain(code);
  });

  it('anything else is told as it is', () => {
    expect(cannotWrite('out', failed('EIO'))).toBe(
      "Cannot write out: EIO: words of the system, open 'x'. Use another path.",
    );
    expect(cannotRead('out', 'no')).toBe('Cannot read out: no.');
    expect(pathFault(null)).toBeNull();
  });
});
