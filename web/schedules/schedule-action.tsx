import { useState } from 'preact/hooks';
import { api } from '../api';
import { toast } from '../toasts';
import { ReasonDialog } from '../components/reason-dialog';

const actions = {
  pause: { label: 'Pause', meaning: 'No run starts until somebody resumes the schedule.', done: 'Paused' },
  resume: { label: 'Resume', meaning: 'The schedule runs again at its next time.', done: 'Resumed' },
  trigger: {
    label: 'Run now',
    meaning: 'A run starts now, in addition to the scheduled ones.',
    done: 'Triggered',
  },
};

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
  const { label, meaning, done: told } = actions[action];
  return (
    <>
      <button type="button" onClick={() => setAsking(true)} aria-label={`${label}: ${id}`}>
        {label}
      </button>
      {asking && (
        <ReasonDialog
          title={`${label}: ${id}`}
          action={label}
          required={false}
          onLeave={() => setAsking(false)}
          onDo={async (reason) => {
            await api.scheduleAction(id, action, reason);
            toast(`${told} ${id}.`);
            done();
          }}
        >
          <p>{meaning}</p>
        </ReasonDialog>
      )}
    </>
  );
}
