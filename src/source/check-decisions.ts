/**
 * What a reviewer decided about scanned terms, as rows of a file. What `terms list` writes is such a file: what it tells
 * about a term beside the fields that can be changed is allowed, and not read.
 */
import * as z from 'zod';
import { checkShape } from './check-shape';
import type { TermKind } from './check-terms';

const decisionWords = ['keep', 'edit', 'delete', 'keep-termbase'] as const;
/** What only `terms list` has to say. */
const toldFields = [
  ...['context', 'strings', 'source', 'termbase', 'existing', 'compared'],
  ...['marks', 'edited', 'removed'],
];

/** Spreadsheets make a capital of the first letter. */
const decision = z.preprocess(
  (word) => (typeof word === 'string' ? word.trim().toLowerCase() : word),
  z.enum(decisionWords),
);

/** A cell of a table is a text. */
const score = z
  .union([z.number(), z.string().transform((text) => Number(text.trim().replace(',', '.') || NaN))])
  .refine((value) => !Number.isNaN(value), 'must be a number from 0 to 10');

/** Any text: what a term may be is asked of what is changed alone, for the service may have others already. */
const text = z.string();

const row = z
  .strictObject({
    id: z.string().min(1).exactOptional(),
    decision: decision.exactOptional(),
    term: text.exactOptional(),
    category: text.exactOptional(),
    score: score.exactOptional(),
    note: text.exactOptional(),
    translations: z.record(text, text).exactOptional(),
    ...Object.fromEntries(toldFields.map((name) => [name, z.unknown().optional()])),
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
  optionalFields: ['decision', 'id', 'term', 'category', 'score', 'note', ...toldFields],
  listKey: 'terms',
  check: (item, report) => {
    const decision = checkShape(row, item, report);
    return decision && { ...decision, line: item.line };
  },
  keyOf: ({ id, edit }) => (id === undefined ? `term ${edit.term ?? ''}` : `id ${id}`),
};
