import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Dialog } from './dialog';
import { errorText } from '../error-text';

/** Asks why before something is done; who does it and why are kept with the release. */
export function ReasonDialog({
  title,
  children,
  required = true,
  action,
  danger = false,
  onDo,
  onLeave,
}: {
  title: string;
  children?: ComponentChildren;
  required?: boolean;
  /** What the button says. */
  action: string;
  danger?: boolean;
  onDo: (reason: string) => Promise<void>;
  onLeave: () => void;
}) {
  const reason = useSignal('');
  const busy = useSignal(false);
  const trouble = useSignal<string | null>(null);
  const fieldId = useId();
  const submit = async (): Promise<void> => {
    busy.value = true;
    trouble.value = null;
    try {
      await onDo(reason.value.trim());
      onLeave();
    } catch (error) {
      trouble.value = errorText(error);
      busy.value = false;
    }
  };
  return (
    <Dialog title={title} onLeave={onLeave}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
        <label for={fieldId}>{required ? 'Reason' : 'Reason (optional)'}</label>
        <textarea
          id={fieldId}
          rows={3}
          maxLength={2000}
          dir="auto"
          value={reason}
          onInput={(event) => (reason.value = event.currentTarget.value)}
          autoFocus
        />
        {trouble.value !== null && (
          <p class="trouble" role="alert">
            {trouble}
          </p>
        )}
        <div class="buttons">
          <button type="button" onClick={onLeave}>
            Go back
          </button>
          <button
            type="submit"
            class={danger ? 'danger' : 'primary'}
            disabled={busy.value || (required && reason.value.trim() === '')}
          >
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
