import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { productionName } from './page';
import { useTyped } from './typed';
import { Trouble, useSubmit } from './use-submit';

/** A modal dialog. On closing, the focus returns to its earlier element, or to the page. */
export function Dialog({
  title,
  onLeave,
  wide = false,
  children,
}: {
  title: string;
  /** null: the dialog cannot be closed. */
  onLeave: (() => void) | null;
  wide?: boolean;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const production = productionName();
  // A layout effect, because a person may type right after the key that opened the dialog.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
      // The earlier element may be gone or disabled, or there was none.
      const now = document.activeElement;
      if (now === document.body || element?.contains(now)) document.getElementById('main')?.focus();
    };
  }, []);
  // Browsers close every dialog at a second Escape, so one that must stay is opened again.
  const closed = (): void => {
    if (onLeave !== null) onLeave();
    else if (dialog.current?.isConnected === true) dialog.current.showModal();
  };
  return (
    <dialog
      ref={dialog}
      class={wide ? 'wide' : ''}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (onLeave === null) event.preventDefault();
      }}
      onClose={closed}
    >
      <h2 id={titleId}>
        {title} {production !== null && <span class="environment production">{production}</span>}
      </h2>
      {children}
    </dialog>
  );
}

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
  action: string;
  danger?: boolean;
  onDo: (reason: string) => Promise<void>;
  onLeave: () => void;
}) {
  return (
    <Dialog title={title} onLeave={onLeave}>
      <ReasonForm
        isRequired={required}
        action={action}
        danger={danger}
        onDo={async (reason) => {
          await onDo(reason);
          onLeave();
        }}
        onLeave={onLeave}
      >
        {children}
      </ReasonForm>
    </Dialog>
  );
}

/** Takes the reason for an action, which is recorded with its author. A refused action can be tried again. */
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
  /** The information or choices above the reason. */
  children?: ComponentChildren;
  isRequired?: boolean;
  isReady?: boolean;
  action: string;
  busyAction?: string;
  danger?: boolean;
  onDo: (reason: string) => Promise<void>;
  /** Closes the dialog, or returns to the button that opened the form. */
  onLeave?: () => void;
}) {
  const reason = useTyped(`reason/${action}`);
  const fieldId = useId();
  const form = useRef<HTMLFormElement>(null);
  // Browsers apply `autofocus` when a dialog opens, but not when a form replaces a button.
  useEffect(() => {
    if (onLeave !== undefined) form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, []);
  const { busy, trouble, submit } = useSubmit(async () => {
    await onDo(reason.value.trim());
    reason.value = '';
  });
  return (
    <form ref={form} class="reason" onSubmit={submit}>
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
      <Trouble text={trouble} />
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
