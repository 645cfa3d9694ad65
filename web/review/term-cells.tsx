import type { ComponentChildren } from 'preact';
import { counted } from '../../src/domain/counted';
import { conflicts } from '../../src/domain/termbase-conflicts';
import { languageName } from '../language-name';
import { LOW_SCORE, type SheetFacts } from './filters';
import { markTerm } from './mark-term';
import type { SheetTerm } from './sheet';

/** A term to look at. `children` stand under the term itself. */
export function TermCells({
  term,
  facts,
  children,
}: {
  term: SheetTerm;
  facts: SheetFacts;
  children: ComponentChildren;
}) {
  const before = term.edited?.before;
  return (
    <>
      <th role="rowheader" class="cell-term" data-field="term" data-label="Term">
        <Changed now={term.term} before={before?.term} />
        <Source term={term} />
        {children}
      </th>
      <ContextCell term={term} />
      <td role="gridcell" data-field="category" data-label="Category">
        <Changed now={term.category} before={before?.category} />
      </td>
      <td
        role="gridcell"
        data-field="score"
        data-label="Score"
        class={`cell-score ${term.score < LOW_SCORE ? 'low' : ''}`}
      >
        <Changed now={String(term.score)} before={before === undefined ? undefined : String(before.score)} />
      </td>
      <td role="gridcell" class="cell-note" data-field="note" data-label="Judgment">
        <Changed now={term.note} before={before?.note} />
      </td>
      {facts.languages.map((language) => (
        <TranslationCell key={language} term={term} language={language} />
      ))}
      <TermbaseCell term={term} />
    </>
  );
}

/** A text of the term; what it was before somebody changed it is struck through. */
function Changed({ now, before, lang }: { now: string; before: string | undefined; lang?: string }) {
  return (
    <span class="value" dir="auto" lang={lang}>
      {now}
      {before !== undefined && before !== now && before !== '' && <del title="Before">{before}</del>}
    </span>
  );
}

export function ContextCell({ term: { context, term, edited, strings = [] } }: { term: SheetTerm }) {
  const terms = edited === null ? [term] : [edited.before.term, term];
  return (
    <td role="gridcell" class="cell-context" data-label="Context">
      <span class="value" dir="auto">
        {markTerm(context, terms).map(({ text, marked }, index) =>
          marked ? <mark key={index}>{text}</mark> : text,
        )}
      </span>
      {strings.map((string) => (
        <StringNote key={string.id} string={string} />
      ))}
    </td>
  );
}

/** The string that has this text, and what its file says of it. */
function StringNote({ string }: { string: NonNullable<SheetTerm['strings']>[number] }) {
  const { id, context, comment, maxLength } = string;
  const most = maxLength === undefined ? undefined : `at most ${counted(maxLength, 'character')}`;
  const notes = [context, comment, most].filter((text) => text !== undefined);
  return (
    <span class="string-note" dir="auto">
      <code>{id}</code>
      {notes.length > 0 && ` ${notes.join(' · ')}`}
    </span>
  );
}

/** Who translated it: a reviewer looks otherwise at a machine's words than at a person's. */
function Source({ term: { source } }: { term: SheetTerm }) {
  if (source === null) return null;
  return <span class="source">{sourceWords[source] ?? source}</span>;
}

const sourceWords: Readonly<Record<string, string>> = {
  ai: 'by machine',
  tm: 'from memory',
  manual: 'by a person',
};

function TranslationCell({ term, language }: { term: SheetTerm; language: string }) {
  const text = term.translations[language] ?? '';
  const inTermbase = term.existing?.translations[language] ?? '';
  return (
    <td
      role="gridcell"
      class="cell-translation"
      data-field={language}
      data-label={`${languageName(language)} (${language})`}
    >
      {text.trim() === '' && <span class="missing">missing</span>}
      <Changed now={text} before={term.edited?.before.translations[language] ?? ''} lang={language} />
      {inTermbase !== '' && text !== '' && inTermbase !== text && (
        <span class="conflict">
          termbase:{' '}
          <bdi lang={language} dir="auto">
            {inTermbase}
          </bdi>
        </span>
      )}
    </td>
  );
}

export function TermbaseCell({ term }: { term: SheetTerm }) {
  return (
    <td role="gridcell" class="cell-termbase" data-label="Termbase">
      <TermbaseWords term={term} />
    </td>
  );
}

function TermbaseWords({ term }: { term: SheetTerm }) {
  if (!term.compared) return <span class="muted">…</span>;
  if (term.existing === null) return <span class="new">new</span>;
  const found = conflicts(term);
  if (found.length === 0) return <span class="muted">the same</span>;
  return (
    <span class="conflict">
      differs
      {found.some(({ language }) => language === null) && (
        <>
          : <bdi dir="auto">{term.existing.category}</bdi>
        </>
      )}
    </span>
  );
}
