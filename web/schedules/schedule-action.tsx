import { useState } from 'preact/hooks';
import { api } from '../api';
import { toast } from '../toasts';
import { ReasonDialog } from '../components/reason-dialog';

const words = {
  pause: { button: 'Pause', meaning: 'No run starts until somebody resumes the schedule.', done: 'Paused' },
  resume: { button: 'Resume', meaning: 'The schedule runs again at its next time.', done: 'Resumed' },
  trigger: {
    button: 'Run now',
    meaning: 'A run starts now, in addition to the scheduled ones.',
    done: 'Triggered',
  },
} as const;

export function ScheduleAction({
  id,
  action,
  done,
}: {
  id: string;
  action: keyof typeof words;
  done: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const { button, meaning, done: told } = words[action];
  return (
    <>
      <button type="button" onClick={() => setAsking(true)} aria-label={`${button}: ${id}`}>
        {button}
      </button>
      {asking && (
        <ReasonDialog
          title={`${button}: ${id}`}
          action={button}
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
