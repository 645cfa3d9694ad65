import type { TermValues } from './sheet';

export interface FieldChange {
  field: 'term' | 'category' | 'score' | 'judgment' | 'translation';
  /** Null: the field is no translation. */
  language: string | null;
  from: string;
  to: string;
}

export function fieldChanges(before: TermValues, now: TermValues): FieldChange[] {
  const plain = (['term', 'category', 'score', 'note'] as const).map((field): FieldChange => ({
    field: field === 'note' ? 'judgment' : field,
    language: null,
    from: String(before[field]),
    to: String(now[field]),
  }));
  const languages = [...new Set([...Object.keys(before.translations), ...Object.keys(now.translations)])];
  const translated = languages.map((language): FieldChange => ({
    field: 'translation',
    language,
    from: before.translations[language] ?? '',
    to: now.translations[language] ?? '',
  }));
  return [...plain, ...translated].filter(({ from, to }) => from !== to);
}
