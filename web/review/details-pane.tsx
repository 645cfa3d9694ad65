import { conflicts } from '../../src/domain/review/termbase-conflicts';
import { Button } from '../components/form';
import { Icon } from '../components/icon';
import { More } from '../components/text';
import { counted, languageName, numberText } from '../format';
import { LOW_SCORE } from './list/filters';
import { detailsShown } from './preferences';
import { useReview } from './review-actions';
import type { SheetTerm } from './sheet';
import { TermForm } from './term-form';
import { TermComments, TermHistory } from './term-history';
import { Changed, MarkedContext, TermbaseWords } from './list/term-words';

export function DetailsPane() {
  const { store, cursor, actions, open } = useReview();
  const draft = cursor.draft.value;
  const term = draft === null ? actions.current() : store.byId.value.get(draft.termId);
  if (!detailsShown.value && draft === null) return null;
  return (
    // The pane scrolls, so it must be reachable without a pointer.
    <aside class="details stack" aria-label="Details of the term" tabIndex={0}>
      {term === undefined ? (
        <p class="muted">No term is chosen.</p>
      ) : draft === null ? (
        <>
          <h2>
            <bdi>{term.term}</bdi>
          </h2>
          {open && <Buttons term={term} />}
          <TermDetails term={term} />
          <TermComments key={term.id} term={term} />
        </>
      ) : (
        <TermForm key={term.id} term={term} draft={draft} />
      )}
    </aside>
  );
}

function Buttons({ term }: { term: SheetTerm }) {
  const { actions } = useReview();
  const isAccepted = actions.isAccepted(term);
  const { removed, edited } = term;
  return (
    <div class="buttons">
      <Button
        class="accept-button"
        aria-pressed={isAccepted}
        onClick={() => actions.setAccepted([term], !isAccepted)}
      >
        <Icon name="check" /> {isAccepted ? 'Accepted' : 'Accept'} <kbd>y</kbd>
      </Button>
      {removed === null && (
        <Button onClick={() => actions.edit(term)}>
          Edit <kbd>e</kbd>
        </Button>
      )}
      <Button onClick={() => actions.mark([term], removed === null)}>
        {removed === null ? 'Delete' : 'Restore'} <kbd>d</kbd>
      </Button>
      {edited !== null && removed === null && (
        <Button class="quiet" onClick={() => actions.revert(term)}>
          Revert
        </Button>
      )}
    </div>
  );
}

const sources = new Map([
  ['ai', 'by machine'],
  ['tm', 'from memory'],
  ['manual', 'by a person'],
]);

function TermDetails({ term }: { term: SheetTerm }) {
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
      <SideBySide term={term} />
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

function SourceStrings({ term }: { term: SheetTerm }) {
  const { strings = [], moreStrings = 0 } = term;
  return (
    <section>
      <h3>In {counted(strings.length + moreStrings, 'string')} of the source</h3>
      <ul class="source-strings">
        {strings.map(({ id, context, comment, maxLength }) => (
          <li key={id} class="stack">
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
      <More count={moreStrings} />
    </section>
  );
}

function SideBySide({ term }: { term: SheetTerm }) {
  const { languages } = useReview().store.facts.value;
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
