import { useState } from 'preact/hooks';
import { api } from '../api';
import { toast } from '../toasts';
import { ReasonDialog } from '../components/reason-dialog';
import { words } from '../messages/words';

export function ScheduleAction({
  id,
  action,
  done,
}: {
  id: string;
  action: 'pause' | 'resume' | 'trigger';
  done: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const { button, of, meaning, done: told } = words.schedules.actions[action];
  return (
    <>
      <button type="button" onClick={() => setAsking(true)} aria-label={of(id)}>
        {button}
      </button>
      {asking && (
        <ReasonDialog
          title={of(id)}
          action={button}
          required={false}
          onLeave={() => setAsking(false)}
          onDo={async (reason) => {
            await api.scheduleAction(id, action, reason);
            toast(told(id));
            done();
          }}
        >
          <p>{meaning}</p>
        </ReasonDialog>
      )}
    </>
  );
}
