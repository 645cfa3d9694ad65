import { type Signal, useSignal } from '@preact/signals';
import { errorText } from '../format';

/**
 * Runs what a form asks for. It stays busy afterwards, because most forms are then left; after a refusal it can be tried
 * again.
 */
export function useSubmit(run: () => Promise<void>) {
  const busy = useSignal(false);
  const trouble = useSignal<string | null>(null);
  const submit = (event: Event): void => {
    event.preventDefault();
    busy.value = true;
    trouble.value = null;
    run().catch((error: unknown) => {
      trouble.value = errorText(error);
      busy.value = false;
    });
  };
  return { busy, trouble, submit };
}

/** Shows why something was refused. */
export function Trouble({ text }: { text: Signal<string | null> }) {
  if (text.value === null) return null;
  return (
    <p class="trouble" role="alert" dir="auto">
      {text}
    </p>
  );
}
