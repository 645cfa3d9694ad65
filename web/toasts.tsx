/** Short messages about a result, shown for a while and read by screen readers. */
import { signal } from '@preact/signals';
import { errorText } from './format';

interface Toast {
  id: number;
  text: string;
  kind: 'done' | 'trouble';
}

const SHOWN_MS = { done: 5000, trouble: 15_000 };

const toasts = signal<readonly Toast[]>([]);
let last = 0;

export function toast(text: string, kind: Toast['kind'] = 'done'): void {
  if (toasts.value.some((notice) => notice.text === text)) return;
  const id = ++last;
  toasts.value = [...toasts.value.slice(-3), { id, text, kind }];
  setTimeout(() => dismiss(id), SHOWN_MS[kind]);
}

export const toastError = (error: unknown): void => toast(errorText(error), 'trouble');

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((notice) => notice.id !== id);
}

/** Always present, so that screen readers listen to it before the first message. */
export function ToastList() {
  return (
    <div class="notices stack" role="log" aria-live="polite" aria-label="Notices">
      {toasts.value.map(({ id, text, kind }) => (
        <div key={id} class={`notice ${kind === 'trouble' ? 'red' : ''}`}>
          <span dir="auto">{text}</span>
          <button type="button" class="quiet" aria-label="Dismiss this notice" onClick={() => dismiss(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}
