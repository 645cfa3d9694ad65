import { conflicts } from '../../src/domain/termbase-conflicts';
import { languageName } from '../language-name';
import { words } from '../messages/words';
import { LOW_SCORE } from './filters';
import { MarkedContext } from './marked-context';
import type { SheetTerm } from './sheet';
import { TermHistory } from './term-history';
import { Changed, TermbaseWords } from './term-words';

export function TermDetails({ term, languages }: { term: SheetTerm; languages: readonly string[] }) {
  const { context, note, strings = [], category, score, source } = term;
  const { details: says, fields } = words.review;
  const categoryText = <bdi>{category || says.noCategory}</bdi>;
  const scoreText = <span class={score < LOW_SCORE ? 'missing' : ''}>{score}</span>;
  return (
    <>
      <p class="muted">
        {source === null
          ? says.summary(categoryText, scoreText)
          : says.translated(categoryText, scoreText, source)}
      </p>
      {context !== '' && (
        <section>
          <h3>{fields.context}</h3>
          <MarkedContext text={context} term={term} />
        </section>
      )}
      {strings.length > 0 && <SourceStrings term={term} />}
      <SideBySide term={term} languages={languages} />
      {note !== '' && (
        <section>
          <h3>{fields.note}</h3>
          <p dir="auto">{note}</p>
        </section>
      )}
      <TermHistory term={term} />
    </>
  );
}

/** Some of the strings in which it was found, by their keys, with what their author said of them. */
function SourceStrings({ term }: { term: SheetTerm }) {
  const { strings = [] } = term;
  return (
    <section>
      <h3>{words.review.details.strings}</h3>
      <ul class="source-strings">
        {strings.map(({ id, context, comment, maxLength }) => (
          <li key={id}>
            <code>{id}</code>
            {maxLength !== undefined && <span class="muted"> {words.review.details.atMost(maxLength)}</span>}
            {context !== undefined && <MarkedContext text={context} term={term} />}
            {comment !== undefined && (
              <span class="muted" dir="auto">
                {comment}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the release would say, and what the termbase says. */
function SideBySide({ term, languages }: { term: SheetTerm; languages: readonly string[] }) {
  const { existing, edited } = term;
  const { details: says, fields, missing, termbase } = words.review;
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
              <span class="unseen">{says.field}</span>
            </th>
            <th scope="col">{says.thisRelease}</th>
            <th scope="col">{termbase.has(<TermbaseWords term={term} />)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ language, ours, before, theirs = '' }) => (
            <tr key={language} class={others.has(language) ? 'other' : ''}>
              <th scope="row">{language === null ? fields.category : languageName(language)}</th>
              <td>
                {ours.trim() === '' && <span class="missing">{missing}</span>}
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
