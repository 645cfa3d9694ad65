import type { TaskTerm } from '../localization/replies';
import { csvText } from './csv-text';

/** One row a term and one column a language, under the names that a termbase upload has for them. */
export function termsCsv(terms: readonly TaskTerm[]): string {
  const languages = [...new Set(terms.flatMap(({ translations }) => Object.keys(translations)))].sort();
  const header = ['id', 'term', 'category', 'glossary_score', 'content', 'judgment', 'translation_source'];
  const rows = terms.map((term) => [
    term.id,
    term.term,
    term.category,
    String(term.glossary_score),
    term.content,
    term.judgment,
    term.translation_source ?? '',
    ...languages.map((language) => term.translations[language] ?? ''),
  ]);
  return csvText([[...header, ...languages.map((language) => `translations.${language}`)], ...rows]);
}
