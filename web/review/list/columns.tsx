import type { ComponentChildren } from 'preact';
import { additions, conflicts } from '../../../src/domain/review/termbase-conflicts';
import { languageName } from '../../format';
import type { SortColumn } from '../../components/table';
import { LOW_SCORE } from './filters';
import type { SheetTerm } from '../sheet';
import { Changed, MarkedContext, TermbaseWords } from './term-words';

export interface Column extends SortColumn<SheetTerm> {
  title: string;
  /** The code of a language, shown next to its name. */
  code?: string;
  width: string;
  /** When the column is shown, unless the operator chose otherwise. */
  usual: 'always' | 'wide' | 'never';
  cell: (term: SheetTerm) => ComponentChildren;
  cellClass?: (term: SheetTerm) => string;
  /** The field that a double click in this column edits. */
  field?: string;
}

/** Always shown, as the first column. */
export const termColumn = { name: 'term', sortBy: ({ term }: SheetTerm) => term };

export function columnsOf(languages: readonly string[]): Column[] {
  return [
    {
      name: 'context',
      title: 'Context',
      width: '20rem',
      usual: 'wide',
      cell: (term) => <MarkedContext text={term.context} term={term} />,
    },
    {
      name: 'category',
      title: 'Category',
      width: '5.3rem',
      usual: 'always',
      field: 'category',
      cell: ({ category, edited }) => <Changed now={category} before={edited?.before.category} />,
      sortBy: ({ category }) => category,
    },
    {
      name: 'score',
      title: 'Score',
      width: '3.8rem',
      usual: 'always',
      field: 'score',
      cell: ({ score, edited }) => (
        <Changed now={String(score)} before={edited && String(edited.before.score)} />
      ),
      cellClass: ({ score }) => (score < LOW_SCORE ? 'low' : ''),
      sortBy: ({ score }) => score,
    },
    {
      name: 'note',
      title: 'Note',
      width: '14rem',
      usual: 'never',
      field: 'note',
      cell: ({ note, edited }) => <Changed now={note} before={edited?.before.note} />,
    },
    ...languages.map(translationColumn),
    {
      name: 'termbase',
      title: 'Termbase',
      width: '5.2rem',
      usual: 'always',
      cell: (term) => <TermbaseWords term={term} />,
      sortBy: termbaseRank,
    },
  ];
}

const translationColumn = (language: string): Column => ({
  name: language,
  title: languageName(language),
  code: language,
  width: '6.5rem',
  usual: 'always',
  field: language,
  cell: (term) => <Translation term={term} language={language} />,
  sortBy: ({ translations }) => translations[language] ?? '',
});

function Translation({ term, language }: { term: SheetTerm; language: string }) {
  const text = term.translations[language] ?? '';
  const isOther = conflicts(term).some((conflict) => conflict.language === language);
  return (
    <>
      {text.trim() === '' && <span class="missing">missing</span>}
      <Changed
        now={text}
        before={term.edited?.before.translations[language]}
        lang={language}
        isOther={isOther}
      />
    </>
  );
}

/** Sorts terms that overwrite an entry first, then new ones, then those that extend an entry. */
function termbaseRank(term: SheetTerm): number {
  if (!term.compared) return 4;
  if (term.existing === null) return 1;
  if (conflicts(term).length > 0) return 0;
  return additions(term).length > 0 ? 2 : 3;
}
