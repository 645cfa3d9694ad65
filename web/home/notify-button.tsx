import { canNotify, isForbidden, isNotifying, toggleNotifying } from './notify';

/** Nothing where the browser cannot, or where its reader has forbidden it. */
export function NotifyButton() {
  if (!canNotify() || isForbidden.value) return null;
  return (
    <p class="notify">
      <button type="button" aria-pressed={isNotifying.value} onClick={() => void toggleNotifying()}>
        {isNotifying.value ? 'Stop notifying me in this browser' : 'Notify me in this browser'}
      </button>
    </p>
  );
}
