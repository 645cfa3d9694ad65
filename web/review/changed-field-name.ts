import { languageName } from '../language-name';
import type { FieldChange } from './field-changes';

const changedFields = {
  term: 'term',
  category: 'category',
  score: 'score',
  judgment: 'note',
  translation: 'translation',
};

/** What stands before a text that was changed: a translation is named after its language. */
export const changedFieldName = (field: FieldChange['field'], language: string | null): string =>
  language === null ? changedFields[field] : languageName(language);
