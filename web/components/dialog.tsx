import type { ComponentChildren } from 'preact';
import { useSignal } from '@preact/signals';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, TextArea, Trouble, useSubmit, useTyped } from './form';
import { productionName } from './page';
import { Loaded, type Resource } from './resource';

interface DialogProps {
  title: string;
  /** null: the dialog cannot be closed. */
  onLeave: (() => void) | null;
  wide?: boolean;
  children: ComponentChildren;
}

/** A modal dialog. On closing, the focus returns to its earlier element, or to the page. */
export function Dialog({ title, onLeave, wide = false, children }: DialogProps) {
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

/** Closes a dialog that only shows something. */
export const LeaveButton = ({ label, onLeave }: { label: string; onLeave: () => void }) => (
  <div class="buttons">
    <Button class="primary" autoFocus onClick={onLeave}>
      {label}
    </Button>
  </div>
);

/** Shows a plan, has it carried out by the form that `question` makes of it, and then shows the result. */
export function PlanDialog<Plan, Result>({
  title,
  plan,
  question,
  result,
  wide = false,
  reading,
  onLeave,
  onDone,
}: {
  title: string;
  wide?: boolean;
  plan: Resource<Plan>;
  /** Shown until the plan is there. */
  reading?: ComponentChildren;
  question: (
    plan: Plan,
    close: { onLeave: () => void; onResult: (result: Result) => void },
  ) => ComponentChildren;
  result: (result: Result) => ComponentChildren;
  onLeave: () => void;
  /** Called when a dialog with a result is left. */
  onDone: () => void;
}) {
  const shown = useSignal<Result | null>(null);
  const leave = (): void => {
    if (shown.value !== null) onDone();
    onLeave();
  };
  return (
    <Dialog title={title} onLeave={leave} wide={wide}>
      {shown.value === null ? (
        <Loaded of={plan} reading={reading}>
          {(value) => question(value, { onLeave: leave, onResult: (found) => (shown.value = found) })}
        </Loaded>
      ) : (
        <>
          {result(shown.value)}
          <LeaveButton label="Done" onLeave={leave} />
        </>
      )}
    </Dialog>
  );
}

export function ReasonDialog({
  title,
  onDo,
  onLeave,
  ...form
}: ReasonFormProps & { title: string; onLeave: () => void }) {
  const doAndLeave = async (reason: string): Promise<void> => {
    await onDo(reason);
    onLeave();
  };
  return (
    <Dialog title={title} onLeave={onLeave}>
      <ReasonForm {...form} onDo={doAndLeave} onLeave={onLeave} />
    </Dialog>
  );
}

interface ReasonFormProps {
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
}: ReasonFormProps) {
  const reason = useTyped(`reason/${action}`);
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
    <form ref={form} class="reason stack" onSubmit={submit}>
      {children}
      <TextArea
        label={isRequired ? 'Reason' : 'Reason (optional)'}
        text={reason}
        rows={3}
        maxLength={2000}
        autoFocus={onLeave !== undefined}
      />
      <Trouble text={trouble} />
      <div class="buttons">
        {onLeave !== undefined && <Button onClick={onLeave}>Go back</Button>}
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
