import { useState } from 'preact/hooks';
import { endedStates } from '../../src/domain/release-states';
import type { ReleaseStatus } from '../../src/domain/status';
import { api, type ReleaseName } from '../api';
import { ReasonDialog } from '../components/reason-dialog';
import { may } from '../session';
import { toast } from '../toasts';

const resume = {
  action: 'Resume the release',
  meaning: 'The release goes on with its next stage.',
  done: 'Resumed',
};
const pause = {
  action: 'Pause the release',
  meaning:
    'Work in progress is finished. Until somebody resumes the release, no other stage begins and the review deadline is on hold.',
  done: 'Paused',
};

/** Holds back everything irreversible that a release would do, or lets it go on. */
export function PauseButton({
  status,
  release,
  done,
}: {
  status: ReleaseStatus;
  release: ReleaseName;
  done: () => void;
}) {
  const [asking, setAsking] = useState(false);
  if (endedStates.has(status.state) || !may('operate')) return null;
  const isPaused = status.paused !== null;
  const { action, meaning, done: told } = isPaused ? resume : pause;
  return (
    <>
      <button
        type="button"
        // What waits for a person has an action of its own.
        class={!isPaused ? 'quiet' : status.waitingFor === null ? 'primary' : ''}
        onClick={() => setAsking(true)}
      >
        {action}
      </button>
      {asking && (
        <ReasonDialog
          title={action}
          action={action}
          required={!isPaused}
          onLeave={() => setAsking(false)}
          onDo={async (reason) => {
            await (isPaused ? api.resume(release, reason) : api.pause(release, reason));
            toast(`${told} ${release.project}/${release.name}.`);
            done();
          }}
        >
          <p>{meaning}</p>
        </ReasonDialog>
      )}
    </>
  );
}
