import * as z from 'zod';
import { type NewTerm, type TermChange, termKey } from '../localization/requests';
import { checked, language } from '../domain/fields';
import { sheetTerm } from '../domain/review/sheet-schema';
import { checkShape } from './check-shape';
import { halfCharacterFault, idFault } from './check-strings';
import type { Report } from './input-error';
import { repetition, reportRepetitions, textOfMember, type Located } from './located';

export interface TermKind<Term> {
  neededFields: readonly string[];
  optionalFields: readonly string[];
  /** The key under which a mapping may have the list. */
  listKey?: string;
  check: (item: Located, report: Report) => Term | null;
  /** No two terms may have the same key. */
  keyOf: (term: Term) => string;
}

const text = checked(halfCharacterFault);
/** Blanks at its ends or a line break would make a different term that looks the same. */
const word = checked((value) => {
  if (value.trim() === '') return 'is empty';
  return halfCharacterFault(value) ?? idFault(value);
});
const fields = {
  category: text.exactOptional(),
  pic: text.exactOptional(),
  /** An empty text clears the language. */
  translations: z.record(language, text).exactOptional(),
};

const newTerm = z
  .strictObject({ term: word, source_language: language, ...fields })
  .transform(({ term: content, ...values }): NewTerm => ({ content, ...values }));
const termChange = z
  .strictObject({ id: word, term: word.exactOptional(), ...fields })
  .refine((change) => Object.keys(change).length > 1, 'changes nothing')
  .transform(({ term, ...values }): TermChange => ({
    ...values,
    ...(term !== undefined && { content: term }),
  }));

export const newTerms: TermKind<NewTerm> = {
  neededFields: ['term', 'source_language'],
  optionalFields: ['category', 'pic'],
  check: (item, report) => checkShape(newTerm, item, report),
  keyOf: termKey,
};

export const termChanges: TermKind<TermChange> = {
  neededFields: ['id'],
  optionalFields: ['term', 'category', 'pic'],
  check: (item, report) => checkShape(termChange, item, report),
  keyOf: ({ id }) => id,
};

export function checkTerms<Term>(items: readonly Located[], kind: TermKind<Term>, report: Report): Term[] {
  const firstLines = new Map<string, number>();
  return items.flatMap((item) => {
    const reportItem = reporterFor(item, report);
    reportRepetitions(item, reportItem);
    const term = kind.check(item, reportItem);
    if (term === null) return [];
    const key = kind.keyOf(term);
    const firstLine = firstLines.get(key);
    if (firstLine === undefined) firstLines.set(key, item.line);
    else reportItem({ line: item.line, key: null, message: repetition(firstLine) });
    return [term];
  });
}

/** Findings have the name of their term, if there is one. */
function reporterFor(item: Located, report: Report): Report {
  const name = textOfMember(item, 'term') || textOfMember(item, 'id');
  return ({ line, key, message }) => {
    const field = key === '' ? null : key;
    if (name === '') report({ line, key: field, message });
    else report({ line, key: name, message: field === null ? message : `${field} ${message}` });
  };
}

/**
 * The decisions of a reviewer about scanned terms, as rows of a file. `terms list` writes such a file: its columns that
 * cannot be changed are allowed, and not read.
 */
const decisionWords = ['keep', 'edit', 'delete', 'keep-termbase'] as const;
const decidedFields = ['id', 'term', 'category', 'score', 'note', 'translations'];
/** Columns that only `terms list` writes: the rest of a term as JSON, and two columns of its table. */
const listOnlyFields = [
  ...Object.keys(sheetTerm.shape).filter((name) => !decidedFields.includes(name)),
  ...['termbase', 'marks'],
];

/** Spreadsheets capitalise the first letter. */
const decision = z.preprocess(
  (word) => (typeof word === 'string' ? word.trim().toLowerCase() : word),
  z.enum(decisionWords),
);

/** The score in a table is a text. */
const score = z
  .union([z.number(), z.string().transform((text) => Number(text.trim().replace(',', '.') || NaN))])
  .refine((value) => !Number.isNaN(value), 'must be a number from 0 to 10');

/** Any text is accepted: only changed values are checked as a term, since the service may have others already. */
const anyText = z.string();

const row = z
  .strictObject({
    id: z.string().min(1).exactOptional(),
    decision: decision.exactOptional(),
    term: anyText.exactOptional(),
    category: anyText.exactOptional(),
    score: score.exactOptional(),
    note: anyText.exactOptional(),
    translations: z.record(anyText, anyText).exactOptional(),
    ...Object.fromEntries(listOnlyFields.map((name) => [name, z.unknown().optional()])),
  })
  .refine(({ id, term }) => id !== undefined || term !== undefined, 'needs an id, or the text of the term')
  .transform(({ id, decision, term, category, score, note, translations }) => ({
    ...(id !== undefined && { id }),
    ...(decision !== undefined && { decision }),
    edit: {
      ...(term !== undefined && { term }),
      ...(category !== undefined && { category }),
      ...(score !== undefined && { score }),
      ...(note !== undefined && { note }),
      ...(translations !== undefined && { translations }),
    },
  }));

export type TermDecision = z.output<typeof row> & { line: number };

export const termDecisions: TermKind<TermDecision> = {
  neededFields: [],
  optionalFields: ['decision', 'id', 'term', 'category', 'score', 'note', ...listOnlyFields],
  listKey: 'terms',
  check: (item, report) => {
    const decision = checkShape(row, item, report);
    return decision && { ...decision, line: item.line };
  },
  keyOf: ({ id, edit }) => (id === undefined ? `term ${edit.term ?? ''}` : `id ${id}`),
};
