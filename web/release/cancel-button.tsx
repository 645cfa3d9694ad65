import { useState } from 'preact/hooks';
import { endedStates } from '../../src/domain/release-states';
import type { ReleaseStatus } from '../../src/domain/status';
import { api, type ReleaseName } from '../api';
import { toast } from '../toasts';
import { ReasonDialog } from '../components/reason-dialog';
import { words } from '../messages/words';
import { may } from '../session';

export function CancelButton({
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
  return (
    <>
      <button type="button" class="quiet" onClick={() => setAsking(true)}>
        {words.release.cancel}
      </button>
      {asking && (
        <ReasonDialog
          title={words.release.cancel}
          action={words.release.cancel}
          danger
          onLeave={() => setAsking(false)}
          onDo={async (reason) => {
            const { outcome, done: told } = await api.cancel(release, reason);
            const id = `${release.project}/${release.name}`;
            toast(outcome === 'recorded' ? told : words.release.cancelled(id));
            done();
          }}
        >
          <p>{words.release.cancelMeans}</p>
        </ReasonDialog>
      )}
    </>
  );
}
