import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

/** A question that must be answered or left before anything else. The focus goes back to where it came from, or to the page. */
export function Dialog({
  title,
  onLeave,
  wide = false,
  children,
}: {
  title: string;
  /** Null: it cannot be left. */
  onLeave: (() => void) | null;
  wide?: boolean;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const before = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
      // Nothing had it, or what had it is gone or disabled.
      if (document.activeElement === document.body) document.getElementById('main')?.focus();
    };
  }, []);
  // Browsers let nobody hold a dialog open against a second Escape, so one that must stay is opened again.
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
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
