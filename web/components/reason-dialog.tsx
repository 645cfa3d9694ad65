import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog';
import { ReasonForm } from './reason-form';

/** A dialog that does one thing, once a reason is given. */
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
