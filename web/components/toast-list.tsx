import { dismiss, toasts } from '../toasts';

/** Always there, so that screen readers listen to it before something is said. */
export function ToastList() {
  return (
    <div class="notices" role="log" aria-live="polite" aria-label="Notices">
      {toasts.value.map(({ id, text, kind }) => (
        <div key={id} class={`notice ${kind}`}>
          <span dir="auto">{text}</span>
          <button type="button" class="quiet" aria-label="Dismiss this notice" onClick={() => dismiss(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}
