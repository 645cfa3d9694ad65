import { words } from '../messages/words';
import { canNotify, isForbidden, isNotifying, toggleNotifying } from './notify';

/** Nothing where the browser cannot. */
export function NotifyButton() {
  if (!canNotify()) return null;
  if (isForbidden.value) return <p class="hint notify">{words.inbox.cannotNotify}</p>;
  return (
    <p class="notify">
      <button type="button" aria-pressed={isNotifying.value} onClick={() => void toggleNotifying()}>
        {isNotifying.value ? words.inbox.stopNotifying : words.inbox.notify}
      </button>
    </p>
  );
}
