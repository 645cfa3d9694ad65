import { conflicts } from '../../src/domain/termbase-conflicts';
import { languageName } from '../language-name';
import { counted, numberText } from '../count-text';
import { LOW_SCORE } from './filters';
import { MarkedContext } from './marked-context';
import type { SheetTerm } from './sheet';
import { TermHistory } from './term-history';
import { Changed, TermbaseWords } from './term-words';

const sources = new Map([
  ['ai', 'by machine'],
  ['tm', 'from memory'],
  ['manual', 'by a person'],
]);

export function TermDetails({ term, languages }: { term: SheetTerm; languages: readonly string[] }) {
  const { context, note, strings = [], category, score, source } = term;
  return (
    <>
      <p class="muted">
        <bdi>{category || 'no category'}</bdi>, score{' '}
        <span class={score < LOW_SCORE ? 'missing' : ''}>{score}</span>
        {source !== null && <>, translated {sources.get(source) ?? <bdi>{source}</bdi>}</>}
      </p>
      {context !== '' && (
        <section>
          <h3>Context</h3>
          <MarkedContext text={context} term={term} />
        </section>
      )}
      {strings.length > 0 && <SourceStrings term={term} />}
      <SideBySide term={term} languages={languages} />
      {note !== '' && (
        <section>
          <h3>Note</h3>
          <p dir="auto">{note}</p>
        </section>
      )}
      <TermHistory term={term} />
    </>
  );
}

/** Some of the strings in which it was found, by their keys, with what their author said of them. */
function SourceStrings({ term }: { term: SheetTerm }) {
  const { strings = [], moreStrings = 0 } = term;
  return (
    <section>
      <h3>{counted(strings.length + moreStrings, 'string')} with this text</h3>
      <ul class="source-strings">
        {strings.map(({ id, context, comment, maxLength }) => (
          <li key={id}>
            <code>{id}</code>
            {maxLength !== undefined && (
              <span class="muted"> at most {numberText(maxLength)} characters</span>
            )}
            {context !== undefined && <MarkedContext text={context} term={term} />}
            {comment !== undefined && (
              <span class="muted" dir="auto">
                {comment}
              </span>
            )}
          </li>
        ))}
      </ul>
      {moreStrings > 0 && <p class="muted">and {numberText(moreStrings)} more</p>}
    </section>
  );
}

/** What the release would say, and what the termbase says. */
function SideBySide({ term, languages }: { term: SheetTerm; languages: readonly string[] }) {
  const { existing, edited } = term;
  const others = new Set(conflicts(term).map(({ language }) => language));
  const rows = [
    { language: null, ours: term.category, before: edited?.before.category, theirs: existing?.category },
    ...languages.map((language) => ({
      language,
      ours: term.translations[language] ?? '',
      before: edited?.before.translations[language],
      theirs: existing?.translations[language],
    })),
  ];
  return (
    <section>
      <table class="side-by-side">
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">Field</span>
            </th>
            <th scope="col">This release</th>
            <th scope="col">
              Termbase: <TermbaseWords term={term} />
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ language, ours, before, theirs = '' }) => (
            <tr key={language} class={others.has(language) ? 'other' : ''}>
              <th scope="row">{language === null ? 'Category' : languageName(language)}</th>
              <td>
                {ours.trim() === '' && <span class="missing">missing</span>}
                <Changed now={ours} before={before} {...(language !== null && { lang: language })} />
              </td>
              <td dir="auto" lang={language ?? undefined}>
                {theirs}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
