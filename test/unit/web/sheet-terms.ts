import type { SheetTerm } from '../../../web/review/sheet';

export function sheetTerm(id: string, values: Partial<SheetTerm> = {}): SheetTerm {
  return {
    id,
    term: `term ${id}`,
    context: `the term ${id} in its place`,
    category: 'item',
    score: 7,
    note: '',
    translations: { ja: `${id} ja`, de: `${id} de` },
    source: null,
    existing: null,
    compared: true,
    edited: null,
    removed: null,
    ...values,
  };
}

export const byId = (terms: readonly SheetTerm[]): Map<string, SheetTerm> =>
  new Map(terms.map((term) => [term.id, term]));
