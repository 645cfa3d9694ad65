import { languageName } from '../language-name';
import { words } from '../messages/words';
import type { FieldChange } from './field-changes';

/** What stands before a text that was changed: a translation is named after its language. */
export const changedFieldName = (field: FieldChange['field'], language: string | null): string =>
  language === null ? words.review.changedFields[field] : languageName(language);
