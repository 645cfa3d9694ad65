import { canNotify, isForbidden, isNotifying, toggleNotifying } from './notify';

/** Nothing where the browser cannot. */
export function NotifyButton() {
  if (!canNotify()) return null;
  if (isForbidden.value)
    return (
      <p class="hint notify">
        This browser blocks notifications from this page. Allow them in the browser’s settings for this site.
      </p>
    );
  return (
    <p class="notify">
      <button type="button" aria-pressed={isNotifying.value} onClick={() => void toggleNotifying()}>
        {isNotifying.value ? 'Stop notifying me in this browser' : 'Notify me in this browser'}
      </button>
    </p>
  );
}
