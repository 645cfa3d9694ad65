import { useSignal } from '@preact/signals';
import { api } from '../api';
import { ReasonDialog } from '../components/reason-dialog';
import { toast } from '../toasts';

/** Has the task of an earlier release published again. What would be lost by it is refused until somebody allows it. */
export function RollbackDialog({
  id,
  onLeave,
  onDone,
}: {
  id: string;
  onLeave: () => void;
  onDone: () => void;
}) {
  const [project = '', name = ''] = id.split('/');
  const loseLanguages = useSignal(false);
  const rollBack = async (reason: string): Promise<void> => {
    const { warnings } = await api.rollback(
      { project, name },
      { reason, loseLanguages: loseLanguages.value },
    );
    toast(`The rollback to ${id} has begun. It shows here once it is published.`);
    for (const warning of warnings) toast(warning, 'trouble');
    onDone();
  };
  return (
    <ReasonDialog title={`Roll back to ${id}?`} action="Roll back" danger onDo={rollBack} onLeave={onLeave}>
      <p>
        The strings of this release are published to the project again and replace what is live now. Its files
        are exported again. No announcement is sent, and what was announced stays.
      </p>
      <label class="choice">
        <input
          type="checkbox"
          checked={loseLanguages.value}
          onChange={(event) => (loseLanguages.value = event.currentTarget.checked)}
        />{' '}
        Allow the loss of languages that were published since
      </label>
    </ReasonDialog>
  );
}
