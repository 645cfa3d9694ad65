/** The changes that an upload makes in a termbase: it adds and merges, and leaves terms that it does not name. */
import * as z from 'zod';
import { type NewTerm, termKey } from '../../localization/requests';
import type { TermbaseTerm } from '../../localization/replies';

const valueChange = z.object({
  content: z.string(),
  /** `category`, `pic`, or the code of a language. */
  field: z.string(),
  before: z.string(),
  after: z.string(),
});
export type ValueChange = z.output<typeof valueChange>;

export const differenceSchema = z.object({
  new: z.array(z.string()),
  changed: z.array(valueChange),
  removed: z.array(valueChange).describe('values that an empty text clears'),
  unchanged: z.number(),
  untouched: z.number().describe('terms of the termbase that the upload does not name'),
});
export type TermbaseDifference = z.output<typeof differenceSchema>;

export function termbaseDifference(
  existing: readonly TermbaseTerm[],
  upload: readonly NewTerm[],
): TermbaseDifference {
  const before = new Map(existing.map((term) => [termKey(term), term]));
  const difference: TermbaseDifference = { new: [], changed: [], removed: [], unchanged: 0, untouched: 0 };
  let known = 0;
  for (const term of upload) {
    const had = before.get(termKey(term));
    if (had === undefined) {
      difference.new.push(term.content);
      continue;
    }
    known += 1;
    const changes = changesOf(had, term);
    if (changes.length === 0) difference.unchanged += 1;
    for (const change of changes) difference[change.after === '' ? 'removed' : 'changed'].push(change);
  }
  difference.untouched = before.size - known;
  return difference;
}

/** A field that the upload leaves out does not change. */
function changesOf(had: TermbaseTerm, { content, category, pic, translations }: NewTerm): ValueChange[] {
  const values: [field: string, before: string | null | undefined, after: string | undefined][] = [
    ['category', had.category, category],
    ['pic', had.pic, pic],
    ...Object.entries(translations ?? {}).map(([language, text]): [string, string | undefined, string] => [
      language,
      had.translations[language],
      text,
    ]),
  ];
  return values.flatMap(([field, before, after]) =>
    after === undefined || after === (before ?? '') ? [] : [{ content, field, before: before ?? '', after }],
  );
}
