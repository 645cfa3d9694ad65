import { useSignal } from '@preact/signals';
import { Dialog } from '../components/dialog';
import { counted, languageName } from '../format';
import { FieldChanges, More } from './difference-dialog';
import { ALL_TRANSLATIONS, replacements } from './replacing';
import type { ReviewParts } from './review-actions';
import { fieldChanges } from './saving/differences';
import { withEdit } from './sheet';

const MOST_SHOWN = 50;

/** Finds a text in the selected terms, or else in all shown ones, and previews the replacement. */
export function ReplaceDialog({
  store,
  actions,
  onLeave,
}: Pick<ReviewParts, 'store' | 'actions'> & { onLeave: () => void }) {
  const find = useSignal('');
  const replacement = useSignal('');
  const field = useSignal(ALL_TRANSLATIONS);
  const matchCase = useSignal(true);
  const chosen = actions.chosen();
  const among = chosen.length > 0 ? chosen : store.shown.value;
  const { found, tooLong } = replacements(among, {
    find: find.value,
    replacement: replacement.value,
    field: field.value,
    matchCase: matchCase.value,
  });
  return (
    <Dialog title="Find and replace" onLeave={onLeave} wide>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          actions.replace(found);
          onLeave();
        }}
      >
        <p class="muted">
          {`In the ${chosen.length > 0 ? 'selected' : 'shown'} ${counted(among.length, 'term')}. Terms that are to be deleted stay as they are.`}
        </p>
        <div class="replace-fields">
          <label class="field">
            <span>Find</span>
            <input
              dir="auto"
              autoFocus
              maxLength={500}
              value={find}
              onInput={(event) => (find.value = event.currentTarget.value)}
            />
          </label>
          <label class="field">
            <span>Replace with</span>
            <input
              dir="auto"
              maxLength={500}
              value={replacement}
              onInput={(event) => (replacement.value = event.currentTarget.value)}
            />
          </label>
          <label class="field">
            <span>Look in</span>
            <select
              aria-label="Field to look in"
              value={field}
              onChange={(event) => (field.value = event.currentTarget.value)}
            >
              <option value={ALL_TRANSLATIONS}>All translations</option>
              {store.facts.value.languages.map((language) => (
                <option key={language} value={language}>
                  {languageName(language)}
                </option>
              ))}
              <option value="term">Term</option>
              <option value="category">Category</option>
              <option value="note">Note</option>
            </select>
          </label>
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={matchCase}
            onChange={(event) => (matchCase.value = event.currentTarget.checked)}
          />{' '}
          Match upper and lower case
        </label>
        <p role="status" class="hint">
          {find.value !== '' && `Found in ${counted(found.length + tooLong, 'term')}.`}{' '}
          {tooLong > 0 &&
            `${counted(tooLong, 'term')} would become too long, and ${tooLong === 1 ? 'stays' : 'stay'} as before.`}
        </p>
        <ul class="difference">
          {found.slice(0, MOST_SHOWN).map(({ term, edit }) => (
            <li key={term.id}>
              <strong dir="auto">{term.term}</strong>
              <FieldChanges changes={fieldChanges(term, withEdit(term, edit))} />
            </li>
          ))}
        </ul>
        <More count={found.length - MOST_SHOWN} />
        <div class="buttons">
          <button type="button" onClick={onLeave}>
            Go back
          </button>
          <button type="submit" class="primary" disabled={found.length === 0 || !store.whole.value}>
            Replace in {counted(found.length, 'term')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
