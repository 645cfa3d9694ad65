import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { errorText } from '../error-text';

/** Asks why before something is done; who does it and why are kept. What was refused can be tried again. */
export function ReasonForm({
  children,
  isRequired = true,
  isReady = true,
  action,
  busyAction = action,
  danger = false,
  onDo,
  onLeave,
}: {
  /** What is to be known or chosen before. */
  children?: ComponentChildren;
  isRequired?: boolean;
  /** Whether there is anything to do. */
  isReady?: boolean;
  /** What the button says. */
  action: string;
  busyAction?: string;
  danger?: boolean;
  onDo: (reason: string) => Promise<void>;
  /** The way back out of a dialog, or to the button that opened it. */
  onLeave?: () => void;
}) {
  const reason = useSignal('');
  const busy = useSignal(false);
  const trouble = useSignal<string | null>(null);
  const fieldId = useId();
  const form = useRef<HTMLFormElement>(null);
  // Browsers heed `autofocus` in a dialog that opens, and not where a form takes the place of a button.
  useEffect(() => {
    if (onLeave !== undefined) form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, []);
  const submit = async (): Promise<void> => {
    busy.value = true;
    trouble.value = null;
    try {
      await onDo(reason.value.trim());
    } catch (error) {
      trouble.value = errorText(error);
      busy.value = false;
    }
  };
  return (
    <form
      ref={form}
      class="reason"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
      <label for={fieldId}>{isRequired ? 'Reason' : 'Reason (optional)'}</label>
      <textarea
        id={fieldId}
        rows={3}
        maxLength={2000}
        dir="auto"
        value={reason}
        onInput={(event) => (reason.value = event.currentTarget.value)}
        autoFocus={onLeave !== undefined}
      />
      {trouble.value !== null && (
        <p class="trouble" role="alert" dir="auto">
          {trouble}
        </p>
      )}
      <div class="buttons">
        {onLeave !== undefined && (
          <button type="button" onClick={onLeave}>
            Go back
          </button>
        )}
        <button
          type="submit"
          class={danger ? 'danger' : 'primary'}
          disabled={busy.value || !isReady || (isRequired && reason.value.trim() === '')}
        >
          {busy.value ? busyAction : action}
        </button>
      </div>
    </form>
  );
}
