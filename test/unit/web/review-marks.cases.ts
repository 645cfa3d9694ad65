import fc from '../../support/fast-check';
import { markTerm } from '../../../web/review/list/term-words';
import { lineRange } from '../../../web/new/release-text';
import { languageNote } from '../../../web/release/languages';
import { releaseStatus, stagesWith } from '../../support/release-status';
import { isSame, othersChanges, upstreamDifference } from '../../../web/review/saving/differences';
import { valuesOf, withChange } from '../../../web/review/sheet';
import { sheetTerm } from './sheet-terms';

describe('mark term', () => {
  const marked = (context: string, ...terms: string[]): string[] =>
    markTerm(context, terms)
      .filter((segment) => segment.marked)
      .map(({ text }) => text);

  it('marks every place where the term stands, in any case', () => {
    expect(marked('The Iron Blade, an iron blade', 'Iron Blade')).toEqual(['Iron Blade', 'iron blade']);
  });

  it('marks what the term was called when it is called otherwise now', () => {
    expect(marked('The Iron Blade', 'Steel Blade', 'Iron Blade')).toEqual(['Iron Blade']);
  });

  it.each(['鉄の刃', 'سيف', '<img src=x onerror=alert(1)>', 'a+b(c)[d]', 'İ', '$&'])(
    'takes %s for text',
    (term) => {
      expect(marked(`before ${term} after`, term)).toEqual([term]);
    },
  );

  it('loses nothing of any context, whatever the term', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary', maxLength: 3 }),
        (context, term) => {
          const segments = markTerm(context, [term]);
          expect(segments.map(({ text }) => text).join('')).toBe(context);
        },
      ),
    );
  });
});

describe('line range', () => {
  it('finds each line of any text', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[^\n]*$/), { minLength: 1 }), (lines) => {
        const text = lines.join('\n');
        expect(lines.map((_, index) => text.slice(...lineRange(text, index + 1)))).toEqual(lines);
      }),
    );
  });

  it('is at the end where there is no such line', () => {
    expect(lineRange('a\nb', 9)).toEqual([3, 3]);
  });
});

describe('language note', () => {
  const file = { path: 'a.ini', languages: ['ja'], bytes: 9, sha256: 'ab', keys: null, checked: false };

  describe('a language that is not counted', () => {
    it('is not exported yet while its release runs', () => {
      expect(languageNote(releaseStatus(), 'ja')).toBe('Not exported yet');
    });

    it('is exported and not checked where its file could not be read', () => {
      const status = releaseStatus({
        stages: stagesWith({ export: { state: 'done' } }),
        export: { files: [file], completeness: [] },
      });
      expect(languageNote(status, 'ja')).toBe('Unknown: exported, not checked');
      expect(languageNote(status, 'ko')).toBe('Not exported');
    });

    it('is not exported where nothing is exported, or the release has ended', () => {
      const skipped = releaseStatus({ stages: stagesWith({ export: { state: 'skipped' } }) });
      expect(languageNote(skipped, 'ja')).toBe('Not exported');
      expect(languageNote(releaseStatus({ state: 'cancelled' }), 'ja')).toBe('Not exported');
    });
  });
});

describe('list difference', () => {
  const hand = (by: string, at = '2026-03-01T10:00:00.000Z') => ({ by, at });

  describe('the difference of two lists', () => {
    it('names what came, what went and what changed', () => {
      const before = [sheetTerm('stays'), sheetTerm('goes'), sheetTerm('changes')];
      const now = [sheetTerm('stays'), sheetTerm('changes', { score: 2 }), sheetTerm('comes')];
      expect(upstreamDifference(before, now)).toEqual({
        added: [sheetTerm('comes')],
        gone: [sheetTerm('goes')],
        changed: [
          {
            id: 'changes',
            before: valuesOf(sheetTerm('changes')),
            now: { ...valuesOf(sheetTerm('changes')), score: 2 },
          },
        ],
      });
    });

    it('leaves out what operators have done', () => {
      const [a, b] = [sheetTerm('a'), sheetTerm('b')] as const;
      const edit = { kind: 'edit' as const, termIds: ['a'], edit: { category: 'place' } };
      const mark = { kind: 'mark' as const, termIds: ['b'], removed: true };
      const now = [withChange(a, edit, hand('pavel')), withChange(b, mark, hand('pavel'))];
      expect(isSame(upstreamDifference([a, b], now))).toBe(true);
    });
  });

  describe("other operators' changes", () => {
    const [a, b, c] = [sheetTerm('a'), sheetTerm('b'), sheetTerm('c', { removed: hand('pavel') })] as const;

    it('are told with their names, and mine are not', () => {
      const now = [
        withChange(a, { kind: 'edit', termIds: ['a'], edit: { score: 1 } }, hand('pavel')),
        withChange(b, { kind: 'mark', termIds: ['b'], removed: true }, hand('olga')),
        c,
      ];
      expect(othersChanges([a, b, c], now, 'olga')).toEqual({ ids: ['a'], by: ['pavel'] });
    });

    it('are restored terms too', () => {
      expect(othersChanges([c], [sheetTerm('c')], 'olga')).toEqual({ ids: ['c'], by: ['pavel'] });
    });
  });
});
