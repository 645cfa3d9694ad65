/** Whether an edit would overwrite what somebody else has changed since the editor saw the term. */
import { textIn, type TermValues } from './term-sheet';

interface ChangedField {
  /** `term`, `category`, `score`, `note`, or the code of a language. */
  field: string;
  now: string;
}

const plainFields = ['term', 'category', 'score', 'note'] as const;

/** Of the values that were seen, those that an edit replaces. */
export function replacedValues(seen: TermValues, edit: Partial<TermValues>): Partial<TermValues> {
  const replaced: Partial<TermValues> = {};
  if (edit.term !== undefined) replaced.term = seen.term;
  if (edit.category !== undefined) replaced.category = seen.category;
  if (edit.score !== undefined) replaced.score = seen.score;
  if (edit.note !== undefined) replaced.note = seen.note;
  if (edit.translations !== undefined) {
    const languages = Object.keys(edit.translations);
    replaced.translations = Object.fromEntries(
      languages.map((language) => [language, textIn(seen, language)]),
    );
  }
  return replaced;
}

/**
 * The fields that an edit would change although they are no longer what was seen. A field that was not seen is not
 * compared, and one that is already as the edit wants it loses nothing.
 */
export function changedSince(
  now: TermValues,
  { edit, seen }: { edit: Partial<TermValues>; seen: Partial<TermValues> },
): ChangedField[] {
  const changed: ChangedField[] = plainFields
    .filter((field) => isOverwritten(now[field], edit[field], seen[field]))
    .map((field) => ({ field, now: String(now[field]) }));
  const { translations: wanted = {} } = edit;
  for (const language of Object.keys(seen.translations ?? {})) {
    if (!Object.hasOwn(wanted, language)) continue;
    const text = textIn(now, language);
    const before = textIn({ translations: seen.translations ?? {} }, language);
    if (isOverwritten(text, wanted[language], before)) changed.push({ field: language, now: text });
  }
  return changed;
}

function isOverwritten<Value>(now: Value, wanted: Value | undefined, seen: Value | undefined): boolean {
  return wanted !== undefined && seen !== undefined && now !== seen && now !== wanted;
}
