import { useSignal } from '@preact/signals';
import { Dialog } from '../components/dialog';
import { Button, Check, SelectField, written } from '../components/form';
import { counted, languageName } from '../format';
import { FieldChanges, TermList } from './difference-dialog';
import { ALL_TRANSLATIONS, replacements } from './replacing';
import { useReview } from './review-actions';

const MOST_SHOWN = 50;

/** Finds a text in the selected terms, or else in all shown ones, and previews the replacement. */
export function ReplaceDialog({ onLeave }: { onLeave: () => void }) {
  const { store, actions } = useReview();
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
        <div class="filters">
          <label class="field">
            <span>Find</span>
            <input dir="auto" autoFocus maxLength={500} {...written(find)} />
          </label>
          <label class="field">
            <span>Replace with</span>
            <input dir="auto" maxLength={500} {...written(replacement)} />
          </label>
          <SelectField
            label="Look in"
            name="Field to look in"
            value={field.value}
            options={[
              [ALL_TRANSLATIONS, 'All translations'],
              ...store.facts.value.languages.map((code) => [code, languageName(code)] as const),
              ['term', 'Term'],
              ['category', 'Category'],
              ['note', 'Note'],
            ]}
            onChoose={(chosenField) => (field.value = chosenField)}
          />
        </div>
        <Check isOn={matchCase.value} onChange={(isOn) => (matchCase.value = isOn)}>
          Match upper and lower case
        </Check>
        <p role="status" class="hint">
          {find.value !== '' && `Found in ${counted(found.length + tooLong, 'term')}.`}{' '}
          {tooLong > 0 &&
            `${counted(tooLong, 'term')} would become too long, and ${tooLong === 1 ? 'stays' : 'stay'} as before.`}
        </p>
        <TermList
          most={MOST_SHOWN}
          terms={found.map(({ term: { id, term }, changes }) => ({
            id,
            term,
            rest: <FieldChanges changes={changes} />,
          }))}
        />
        <div class="buttons">
          <Button onClick={onLeave}>Go back</Button>
          <button type="submit" class="primary" disabled={found.length === 0 || !store.whole.value}>
            Replace in {counted(found.length, 'term')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
