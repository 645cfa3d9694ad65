import { Dialog } from '../components/dialog';
import { words } from '../messages/words';
import { keyHelp } from './keys';
import { letterKeys, setLetterKeys } from './use-review-keys';

export function HelpDialog({ onLeave }: { onLeave: () => void }) {
  const says = words.reviewDialogs.help;
  return (
    <Dialog title={says.title} onLeave={onLeave}>
      <dl class="keys">
        {keyHelp.map(({ keys, what }) => (
          <div key={what}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{says.keys[what]}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={letterKeys}
          onChange={(event) => setLetterKeys(event.currentTarget.checked)}
        />{' '}
        {says.letters}
      </label>
      <div class="buttons">
        <button type="button" class="primary" autoFocus onClick={onLeave}>
          {says.close}
        </button>
      </div>
    </Dialog>
  );
}

/** `j or ↓`, in the language of the page. */
function Keys({ keys }: { keys: readonly string[] }) {
  const either = new Intl.ListFormat(words.locale, { type: 'disjunction' });
  return either.formatToParts(keys).map(({ type, value }) =>
    type === 'element' ? (
      <kbd key={value} dir="ltr">
        {value}
      </kbd>
    ) : (
      value
    ),
  );
}
