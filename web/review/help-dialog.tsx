import { Dialog } from '../components/dialog';
import { keyHelp } from './keys';
import { letterKeys, setLetterKeys } from './use-review-keys';

export function HelpDialog({ onLeave }: { onLeave: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onLeave={onLeave}>
      <dl class="keys">
        {keyHelp.map(({ keys, what }) => (
          <div key={what}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={letterKeys}
          onChange={(event) => setLetterKeys(event.currentTarget.checked)}
        />{' '}
        Use single letters as shortcuts
      </label>
      <div class="buttons">
        <button type="button" class="primary" autoFocus onClick={onLeave}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

/** `j or ↓`. */
function Keys({ keys }: { keys: readonly string[] }) {
  const either = new Intl.ListFormat('en', { type: 'disjunction' });
  return either
    .formatToParts(keys)
    .map(({ type, value }) => (type === 'element' ? <kbd key={value}>{value}</kbd> : value));
}
