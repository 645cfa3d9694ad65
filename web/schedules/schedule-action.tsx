import { useState } from 'preact/hooks';
import { api } from '../api';
import { tell } from '../toasts';
import { ReasonDialog } from '../components/reason-dialog';

const words = {
  pause: { button: 'Pause', meaning: 'No run begins until somebody resumes it.', done: 'Paused' },
  resume: { button: 'Resume', meaning: 'It runs again at its next time.', done: 'Resumed' },
  trigger: {
    button: 'Run now',
    meaning: 'A run begins at once, beside those at its times.',
    done: 'Triggered',
  },
} as const;

export function ScheduleDeed({ id, deed, done }: { id: string; deed: keyof typeof words; done: () => void }) {
  const [asking, setAsking] = useState(false);
  const { button, meaning, done: told } = words[deed];
  return (
    <>
      <button type="button" onClick={() => setAsking(true)} aria-label={`${button}: ${id}`}>
        {button}
      </button>
      {asking && (
        <ReasonDialog
          title={`${button}: ${id}`}
          deed={button}
          required={false}
          onLeave={() => setAsking(false)}
          onDo={async (reason) => {
            await api.scheduleDeed(id, deed, reason);
            tell(`${told} ${id}.`);
            done();
          }}
        >
          <p>{meaning}</p>
        </ReasonDialog>
      )}
    </>
  );
}
