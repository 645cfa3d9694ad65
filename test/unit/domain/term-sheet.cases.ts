import {
  type ReviewTerm,
  hasNoOtherTexts,
  markAccepted,
  markEdited,
  markRemoved,
  marksThatApply,
  removals,
  sheetTerms,
  termsAtService,
  type TermMarks,
  type TermValues,
} from '../../../src/domain/review/term-sheet';
import { termListDigest } from '../../../src/store/stored-term-sheet';
import fc from '../../support/fast-check';

const olga = { by: 'olga', at: '2026-11-01T10:00:00.000Z' };
const ivan = { by: 'ivan', at: '2026-11-01T11:00:00.000Z' };
const none: TermMarks = new Map();

const mira: ReviewTerm = {
  id: 'tt_1',
  term: 'Elder Mira',
  context: 'Hello, Elder Mira!',
  category: 'Character',
  score: 8,
  note: 'a name',
  translations: { ja: 'ミラ' },
};
const keep: ReviewTerm = { ...mira, id: 'tt_2', term: 'Crystal Keep', context: 'The Crystal Keep.' };
const base = [mira, keep];

const edited = (values: Partial<TermValues>, marks = none, hand = olga): TermMarks =>
  markEdited(marks, base, new Map([[mira.id, { ...mira, ...values }]]), hand);

describe('an edit', () => {
  it('shows who made it, and what the term was before anybody did', () => {
    const twice = edited({ category: 'Villain' }, edited({ category: 'Mentor' }), ivan);
    expect(sheetTerms(base, twice, new Map())[0]).toMatchObject({
      category: 'Villain',
      context: mira.context,
      edited: { ...ivan, before: { category: 'Character' } },
      removed: null,
    });
  });

  it('of a translation is by a person from then on, and any other leaves the source as it is', () => {
    const told = [{ ...mira, source: 'ai' }, keep];
    const sources = (values: Partial<TermValues>): (string | null)[] =>
      sheetTerms(told, edited(values), new Map()).map(({ source }) => source);
    expect(sources({ category: 'Mentor' })).toEqual(['ai', null]);
    expect(sources({ translations: { ja: '長老ミラ' } })).toEqual(['manual', null]);
    expect(termListDigest(told)).toBe(termListDigest(base));
  });

  it('that is taken back is none, and both steps are kept', () => {
    const [mark] = edited({ category: 'Character' }, edited({ category: 'Mentor' })).values();
    expect(mark).toMatchObject({ edited: null, steps: [{ ...olga }, { ...olga }] });
  });

  it('that adds a translation is taken back by an empty one', () => {
    const added = edited({ translations: { ja: 'ミラ', fr: 'Mira' } });
    expect(added.size).toBe(1);
    const [back] = edited({ translations: { ja: 'ミラ', fr: '' } }, added).values();
    expect(back?.edited).toBeNull();
  });

  it('of a term that is not on the list is none', () => {
    expect(markEdited(none, base, new Map([['tt_9', mira]]), olga)).toEqual(none);
  });
});

describe('a removal', () => {
  it('leaves the list at the service as it is, and names who made it first', () => {
    const marks = markRemoved(markRemoved(none, ['tt_2'], olga), ['tt_2', 'tt_1'], ivan);
    expect(termsAtService(base, marks)).toEqual(base);
    expect(removals(marks)).toEqual(
      new Map([
        ['tt_2', olga],
        ['tt_1', ivan],
      ]),
    );
  });

  it('is taken back without the edit of the same term', () => {
    const marks = markRemoved(edited({ score: 1 }), ['tt_1', 'tt_2'], ivan);
    const restored = markRemoved(marks, ['tt_1', 'tt_2'], null);
    expect(restored).toEqual(edited({ score: 1 }));
  });
});

describe('an acceptance', () => {
  const accepted = (languages: string[] | null, marks = none, hand = olga) =>
    markAccepted(marks, ['tt_1'], { ...hand, languages });
  const of = (marks: TermMarks) => sheetTerms(base, marks, new Map())[0]?.accepted;

  it('is of a person and of languages, and changes nothing that is confirmed', () => {
    const marks = accepted(['fr'], accepted(['ja']), ivan);
    expect(of(marks)).toEqual([
      { ...olga, languages: ['ja'] },
      { ...ivan, languages: ['fr'] },
    ]);
    expect(termsAtService(base, marks)).toEqual(base);
    expect(removals(marks).size).toBe(0);
  });

  it('is given once, and can be taken back', () => {
    expect(of(accepted(['ja', 'fr'], accepted(['ja'])))).toEqual([{ ...olga, languages: ['ja', 'fr'] }]);
    expect(accepted(null, accepted(['ja']))).toEqual(none);
  });

  it('ends for a language that somebody edits, and stands for the others', () => {
    const marks = accepted(['fr'], accepted(['ja', 'fr']), ivan);
    const now = edited({ translations: { ...mira.translations, fr: 'Mira' } }, marks);
    expect(of(now)).toEqual([{ ...olga, languages: ['ja'] }]);
  });

  it.each<Partial<TermValues>>([{ term: 'Mira' }, { category: 'Mentor' }, { note: 'n' }, { score: 1 }])(
    'ends when somebody changes the term itself: %j',
    (change) => expect(of(edited(change, accepted(['ja'])))).toBeUndefined(),
  );

  it('ends when somebody wants the term out, and when the service says something else of it', () => {
    expect(of(markRemoved(accepted(['ja']), ['tt_1'], ivan))).toBeUndefined();
    const list = [{ ...mira, translations: { ja: 'ミラ様' } }];
    expect(marksThatApply(accepted(['ja']), base, list)).toEqual(none);
    expect(marksThatApply(accepted(['ja']), base, base)).toEqual(accepted(['ja']));
  });
});

describe('the steps of a term', () => {
  it('are all edits in their order, also those that another took back', () => {
    const first = edited({ category: 'Mentor' });
    const marks = edited({ category: mira.category, score: 1 }, first);
    expect(sheetTerms(base, marks, new Map())[0]?.steps).toEqual([
      { ...olga, set: { category: 'Mentor' } },
      { ...olga, set: { category: mira.category, score: 1 } },
    ]);
  });

  it('are the last ones of very many', () => {
    let marks = none;
    for (let score = 0; score < 40; score += 1) marks = edited({ score: score / 10 }, marks);
    expect(sheetTerms(base, marks, new Map())[0]?.steps).toHaveLength(20);
  });
});

describe('a list that was read anew', () => {
  it('keeps the marks of terms that are there, about what they are now', () => {
    const marks = markRemoved(edited({ category: 'Mentor' }), ['tt_1', 'tt_2'], ivan);
    const kept = marksThatApply(marks, base, [{ ...mira, category: 'Queen' }]);
    expect([...kept]).toMatchObject([
      [
        'tt_1',
        { edited: { ...olga, before: { category: 'Character' }, now: { category: 'Queen' } }, removed: ivan },
      ],
    ]);
  });

  it('has no edit left where somebody took it back at the service', () => {
    const [kept] = marksThatApply(edited({ category: 'Mentor' }), base, base).values();
    expect(kept).toMatchObject({ edited: null, steps: [{ ...olga, set: { category: 'Mentor' } }] });
  });

  it('has to be compared with the termbase again only where it has texts that were not', () => {
    expect(hasNoOtherTexts([keep], base)).toBe(true);
    expect(hasNoOtherTexts([{ ...keep, term: 'Crystal Tower' }], base)).toBe(false);
  });
});

describe('a match', () => {
  const match = { category: 'Place', translations: { ja: '水晶の砦' } };

  it('belongs to the text, so that a term which is renamed leaves it behind', () => {
    const matches = new Map([['Elder Mira', match]]);
    expect(sheetTerms(base, none, matches).map(({ existing }) => existing)).toEqual([match, null]);
    expect(sheetTerms(base, edited({ term: 'Mira' }), matches)[0]?.existing).toBeNull();
  });

  it('is known to be missing only of a text that was compared', () => {
    const matches = new Map([['Elder Mira', null]]);
    expect(sheetTerms(base, none, matches)[0]).toMatchObject({ existing: null, compared: true });
    const renamed = sheetTerms(base, edited({ term: 'Mira' }), matches)[0];
    expect(renamed).toMatchObject({ existing: null, compared: false });
  });

  it('is not taken from what every object has', () => {
    const hostile = [{ ...mira, id: '__proto__', term: 'constructor' }];
    expect(sheetTerms(hostile, none, new Map())[0]).toMatchObject({ existing: null, edited: null });
  });
});

describe('whatever operators do', () => {
  const texts = fc.constantFrom('Elder Mira', 'Keep', 'מירה', '__proto__', '');
  const values = fc.record<TermValues>({
    term: texts,
    category: texts,
    score: fc.integer({ min: 0, max: 10 }),
    note: texts,
    translations: fc.dictionary(fc.constantFrom('ja', 'fr', 'ar'), fc.constantFrom('a', 'b')),
  });
  const ids = fc.uniqueArray(fc.constantFrom('tt_1', 'tt_2', 'tt_3', '__proto__'), { minLength: 1 });
  const hands = fc.constantFrom(olga, ivan);
  const deeds = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant('edit' as const), ids, values, hand: hands }),
      fc.record({ do: fc.constant('mark' as const), ids, hand: fc.option(hands) }),
      fc.record({ do: fc.constant('read' as const), ids, values }),
    ),
    { maxLength: 12 },
  );
  const lists = fc.tuple(ids, fc.array(values, { minLength: 4, maxLength: 4 })).map(([some, all]) =>
    some.map((id, n): ReviewTerm => ({
      ...mira,
      ...(all[n] ?? mira),
      id,
    })),
  );

  it('the sheet has the list that the service has, by the same digest, and can be taken back', () => {
    fc.assert(
      fc.property(lists, deeds, (first, done) => {
        let [list, marks, atService] = [first, none, first];
        const removed = new Set<string>();
        for (const deed of done) {
          const there: string[] = deed.ids.filter((id) => list.some((term) => term.id === id));
          if (deed.do === 'mark') {
            marks = markRemoved(marks, there, deed.hand);
            for (const id of there) if (deed.hand) removed.add(id);
            if (deed.hand === null) for (const id of there) removed.delete(id);
            continue;
          }
          atService = atService.map((term) => ({ ...term, ...(there.includes(term.id) ? deed.values : {}) }));
          if (deed.do === 'edit') {
            const now = new Map(there.map((id) => [id, deed.values]));
            marks = markEdited(marks, list, now, deed.hand);
          } else {
            const before = list;
            list = atService;
            marks = marksThatApply(marks, before, list);
          }
        }
        expect(termListDigest(termsAtService(list, marks))).toBe(termListDigest(atService));
        expect(new Set(removals(marks).keys())).toEqual(removed);

        const before = new Map<string, TermValues>();
        for (const [id, mark] of marks) if (mark.edited !== null) before.set(id, mark.edited.before);
        const takenBack = markRemoved(markEdited(marks, list, before, ivan), [...removed], null);
        for (const { edited: edit, removed: hand } of takenBack.values()) {
          expect([edit, hand]).toEqual([null, null]);
        }
      }),
    );
  });
});
