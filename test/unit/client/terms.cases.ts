import { applyDecisions, planDecisions, termCalled } from '../../../src/client/glossary/term-decisions';
import type { SheetTerm } from '../../../src/domain/review/term-sheet';
import { TERMS_PER_MESSAGE } from '../../../src/protocol/message-schemas';
import type { TermDecision } from '../../../src/source/check-terms';
import fc from '../../support/fast-check';
import type { NewTerm } from '../../../src/localization/requests';
import type { TermbaseTerm } from '../../../src/localization/replies';
import { termbaseDifference } from '../../../src/client/glossary/termbase-difference';

describe('term decisions', () => {
  const hand = { by: 'olga', at: '2026-11-16T00:00:00.000Z' };
  const term = (id: string, changes: Partial<SheetTerm> = {}): SheetTerm => ({
    id,
    term: `text of ${id}`,
    context: '',
    category: 'Item',
    score: 5,
    note: '',
    translations: { ja: 'x' },
    source: 'ai',
    existing: null,
    compared: true,
    edited: null,
    removed: null,
    ...changes,
  });
  const row = (
    id: string,
    decision: TermDecision['decision'],
    edit: TermDecision['edit'] = {},
  ): TermDecision => ({
    id,
    edit,
    line: 2,
    ...(decision !== undefined && { decision }),
  });
  const noFrench = (language: string): string | null =>
    ['fr', 'JA'].includes(language) ? `${language}: not a language` : null;

  describe('a plan of decisions', () => {
    it.each([
      ['nothing', row('a', undefined), term('a'), null],
      [
        'what is so already',
        row('a', 'edit', { category: 'Item', translations: { ja: 'x', ko: '' } }),
        term('a'),
        null,
      ],
      [
        'only what differs',
        row('a', undefined, { category: 'Item', score: 7 }),
        term('a'),
        { kind: 'edit', edit: { score: 7 }, base: { score: 5 } },
      ],
      ['a deletion', row('a', 'delete', { category: 'old' }), term('a'), { kind: 'delete' }],
      ['a deletion that is marked', row('a', 'delete'), term('a', { removed: hand }), null],
      ['nothing of what is marked', row('a', undefined), term('a', { removed: hand }), null],
      ['to keep what is marked', row('a', 'keep'), term('a', { removed: hand }), { kind: 'restore' }],
      [
        'what the termbase has',
        row('a', 'keep-termbase'),
        term('a', { existing: { category: 'Theirs', translations: {} } }),
        { kind: 'keep-termbase' },
      ],
      ['the termbase where it has nothing else', row('a', 'keep-termbase'), term('a'), null],
    ])('that asks for %s', (_what, decision, known, act) => {
      const { planned, settled, faults } = planDecisions([decision], [known], noFrench);
      expect(faults).toEqual([]);
      expect([planned[0]?.act ?? null, settled]).toEqual([act, act === null ? 1 : 0]);
    });

    it('refuses to change what is marked to be deleted: the change would go with it', () => {
      const marked = [term('a', { removed: hand })];
      for (const decision of [row('a', undefined, { score: 7 }), row('a', 'keep-termbase')])
        expect(planDecisions([decision], marked, noFrench).faults).toMatchObject([
          { message: expect.stringContaining('is marked to be deleted at the confirmation') as string },
        ]);
    });

    it('tells what each change was and will be', () => {
      const { planned } = planDecisions(
        [row('a', undefined, { category: 'Place', translations: { ja: 'y' } })],
        [term('a')],
        noFrench,
      );
      expect(planned[0]?.changes.map(({ what, before, after }) => [what, before, after])).toEqual([
        ['category', 'Item', 'Place'],
        ['ja', 'x', 'y'],
      ]);
    });

    it('has every fault, and each with its line', () => {
      const { faults } = planDecisions(
        [
          row('b', 'delete'),
          row('a', undefined, { translations: { fr: 'y' } }),
          { edit: { term: 'text of a' }, decision: 'delete', line: 4 },
          row('c', 'keep', { category: 'Place' }),
          row('d', undefined, { score: 11, translations: { JA: 'y' } }),
        ],
        [term('a'), term('c'), term('d')],
        noFrench,
      );
      expect(faults.map(({ line, key, message }) => `${line} ${key}: ${message}`)).toEqual([
        expect.stringMatching(/^2 b: is not in the term list/),
        '2 a: translations.fr: not a language',
        '4 text of a: is decided twice; the first is on line 2',
        expect.stringMatching(/^2 c: is decided as keep, but changes category/),
        '2 d: score must be at most 10',
        '2 d: translations.JA must be a language code in lower case with hyphens, such as zh-cn',
        '2 d: translations.JA: not a language',
      ]);
    });
  });

  describe('the messages of a plan', () => {
    it('do every decision once, the same ones together, and no message is too long', async () => {
      const decision = fc.tuple(fc.constantFrom('delete', 'edit', 'edit other'), fc.nat());
      await fc.assert(
        fc.asyncProperty(
          fc.array(decision, { maxLength: 3 * TERMS_PER_MESSAGE, size: 'max' }),
          async (drawn) => {
            const ids = drawn.map((_, place) => `t${place}`);
            const decisions = drawn.map(([what], place) =>
              what === 'delete'
                ? row(`t${place}`, 'delete')
                : row(`t${place}`, undefined, { category: what === 'edit' ? 'A' : 'B' }),
            );
            const { planned } = planDecisions(
              decisions,
              ids.map((id) => term(id)),
              noFrench,
            );
            const sent: string[][] = [];
            const take = ({ termIds }: { termIds: string[] }): Promise<unknown> =>
              Promise.resolve(sent.push(termIds));
            const client = { editTerms: take, markTerms: take, keepTermbase: take };
            const told: number[] = [];
            await applyDecisions(client, { id: 'default/a', planned }, (done) => {
              told.push(done);
              return true;
            });
            expect(sent.flat().sort()).toEqual([...ids].sort());
            expect(sent.length).toBeLessThanOrEqual(3 + 3);
            expect(sent.every(({ length }) => length <= TERMS_PER_MESSAGE)).toBe(true);
            expect(told.at(-1)).toBe(ids.length);
          },
        ),
        { numRuns: 20 },
      );
    });

    it('end where they are told to, and say how far they got', async () => {
      const { planned } = planDecisions(
        [row('a', 'delete'), row('b', undefined, { score: 1 }), row('c', undefined, { score: 2 })],
        [term('a'), term('b'), term('c')],
        noFrench,
      );
      const answer = (): Promise<object> => Promise.resolve({});
      const client = { editTerms: answer, markTerms: answer, keepTermbase: answer };
      const told: number[] = [];
      await applyDecisions(client, { id: 'default/a', planned }, (done) => {
        told.push(done);
        return done < 2;
      });
      expect(told).toEqual([0, 1, 2]);
    });
  });

  describe('a term by its name', () => {
    const terms = [term('a', { term: 'b' }), term('b', { term: 'Mira' }), term('c', { term: 'Mira' })];
    it.each([
      ['b', 'b'],
      ['a', 'a'],
    ])('%s is first of all an id', (name, id) => {
      expect(termCalled(name, terms)).toMatchObject({ id });
    });

    it('that several have lists their ids, and one that none has the nearest', () => {
      expect(termCalled('Mira', terms)).toBe('is the text of 2 terms; give the id of one: b, c');
      expect(termCalled('mira', terms)).toBe('is not in the term list (did you mean "Mira"?)');
    });
  });
});

describe('termbase difference', () => {
  const rest = { category: '', pic: '', created_at: null, updated_at: null };
  const mira: TermbaseTerm = {
    ...rest,
    id: '1',
    content: 'Elder Mira',
    source_language: 'en',
    category: 'Character',
    translations: { ja: 'ミラ', ko: '미라' },
  };
  const keep: TermbaseTerm = {
    ...rest,
    id: '2',
    content: 'Crystal Keep',
    source_language: 'en',
    translations: {},
  };
  const nothing = { new: [], changed: [], removed: [], unchanged: 0, untouched: 0 };

  it('tells new terms, changed values and cleared ones apart, and counts the rest', () => {
    const upload: NewTerm[] = [
      {
        content: 'Elder Mira',
        source_language: 'en',
        category: 'Person',
        translations: { ja: 'ミラ', ko: '', fr: 'Mira' },
      },
      { content: 'Moonstone', source_language: 'en' },
    ];
    expect(termbaseDifference([mira, keep], upload)).toEqual({
      new: ['Moonstone'],
      changed: [
        { content: 'Elder Mira', field: 'category', before: 'Character', after: 'Person' },
        { content: 'Elder Mira', field: 'fr', before: '', after: 'Mira' },
      ],
      removed: [{ content: 'Elder Mira', field: 'ko', before: '미라', after: '' }],
      unchanged: 0,
      untouched: 1,
    });
  });

  it('takes what is left out for what stays', () => {
    const upload = [{ content: 'Elder Mira', source_language: 'en' }];
    expect(termbaseDifference([mira, keep], upload)).toEqual({ ...nothing, unchanged: 1, untouched: 1 });
  });

  it('takes the same content in another source language for another term', () => {
    expect(termbaseDifference([mira], [{ content: 'Elder Mira', source_language: 'de' }])).toEqual({
      ...nothing,
      new: ['Elder Mira'],
      untouched: 1,
    });
  });

  it('finds nothing to change in a termbase that has the upload already', () => {
    const terms = fc.uniqueArray(
      fc.record({
        content: fc.string({ minLength: 1 }),
        source_language: fc.constantFrom('en', 'de'),
        category: fc.string(),
        translations: fc.dictionary(fc.constantFrom('ja', 'ko', 'fr'), fc.string({ minLength: 1 })),
      }),
      { selector: ({ content, source_language }) => `${source_language} ${content}` },
    );
    fc.assert(
      fc.property(terms, (upload) => {
        const existing = upload.map((term, index) => ({ ...rest, id: String(index), ...term }));
        expect(termbaseDifference(existing, upload)).toEqual({ ...nothing, unchanged: upload.length });
      }),
    );
  });
});
