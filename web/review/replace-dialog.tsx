import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Dialog } from '../components/dialog';
import { languageName } from '../language-name';
import { words } from '../messages/words';
import { ALL_TRANSLATIONS, replacements, type Replacement } from './replacing';
import type { ReviewActions } from './review-actions';
import type { ReviewStore } from './review-store';

const MOST_SHOWN = 50;

/** Finds a text in the selected terms, or in all that are shown, and shows what would stand there instead. */
export function ReplaceDialog({
  store,
  actions,
  onLeave,
}: {
  store: ReviewStore;
  actions: ReviewActions;
  onLeave: () => void;
}) {
  const find = useSignal('');
  const replacement = useSignal('');
  const field = useSignal(ALL_TRANSLATIONS);
  const matchCase = useSignal(true);
  const [findId, replaceId, fieldId] = [useId(), useId(), useId()];
  const chosen = actions.chosen();
  const says = words.reviewDialogs.replace;
  const { fields } = words.review;
  const among = chosen.length > 0 ? chosen : store.shown.value;
  const { found, tooLong } = replacements(among, {
    find: find.value,
    replacement: replacement.value,
    field: field.value,
    matchCase: matchCase.value,
  });
  return (
    <Dialog title={says.title} onLeave={onLeave} wide>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          actions.replace(found);
          onLeave();
        }}
      >
        <p class="muted">{chosen.length > 0 ? says.inSelected(among.length) : says.inShown(among.length)}</p>
        <div class="replace-fields">
          <label for={findId} class="field">
            <span>{says.find}</span>
            <input
              id={findId}
              dir="auto"
              autoFocus
              maxLength={500}
              value={find}
              onInput={(event) => (find.value = event.currentTarget.value)}
            />
          </label>
          <label for={replaceId} class="field">
            <span>{says.replacement}</span>
            <input
              id={replaceId}
              dir="auto"
              maxLength={500}
              value={replacement}
              onInput={(event) => (replacement.value = event.currentTarget.value)}
            />
          </label>
          <label for={fieldId} class="field">
            <span>{says.lookIn}</span>
            <select
              id={fieldId}
              aria-label={says.field}
              value={field}
              onChange={(event) => (field.value = event.currentTarget.value)}
            >
              <option value={ALL_TRANSLATIONS}>{says.allTranslations}</option>
              {store.facts.value.languages.map((language) => (
                <option key={language} value={language}>
                  {languageName(language)}
                </option>
              ))}
              <option value="term">{fields.term}</option>
              <option value="category">{fields.category}</option>
              <option value="note">{fields.note}</option>
            </select>
          </label>
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={matchCase}
            onChange={(event) => (matchCase.value = event.currentTarget.checked)}
          />{' '}
          {says.matchCase}
        </label>
        <p role="status" class="hint">
          {find.value !== '' && says.found(found.length + tooLong)} {tooLong > 0 && says.tooLong(tooLong)}
        </p>
        <ul class="difference">
          {found.slice(0, MOST_SHOWN).map((one) => (
            <Found key={one.term.id} found={one} />
          ))}
        </ul>
        {found.length > MOST_SHOWN && <p class="muted">{words.counts.andMore(found.length - MOST_SHOWN)}</p>}
        <div class="buttons">
          <button type="button" onClick={onLeave}>
            {says.leave}
          </button>
          <button type="submit" class="primary" disabled={found.length === 0 || !store.whole.value}>
            {says.replace(found.length)}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Found({ found: { term, texts } }: { found: Replacement }) {
  return (
    <li>
      <strong dir="auto">{term.term}</strong>
      {texts.map(({ language, from, to }) => (
        <p key={language}>
          {language !== null && <span class="muted">{languageName(language)} </span>}
          <del dir="auto" lang={language ?? undefined}>
            {from}
          </del>{' '}
          <ins dir="auto" lang={language ?? undefined}>
            {to || words.review.nothing}
          </ins>
        </p>
      ))}
    </li>
  );
}
