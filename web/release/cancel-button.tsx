import { useState } from 'preact/hooks';
import { endedStates } from '../../src/domain/release-states';
import type { ReleaseStatus } from '../../src/domain/status';
import { api, type ReleaseName } from '../api';
import { toast } from '../toasts';
import { ReasonDialog } from '../components/reason-dialog';
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
        Cancel the release
      </button>
      {asking && (
        <ReasonDialog
          title="Cancel the release"
          action="Cancel the release"
          danger
          onLeave={() => setAsking(false)}
          onDo={async (reason) => {
            const { outcome, done: told } = await api.cancel(release, reason);
            const id = `${release.project}/${release.name}`;
            toast(outcome === 'recorded' ? told : `Cancelled ${id}.`);
            done();
          }}
        >
          <p>The release ends here. What the services have done so far is kept. Nothing new is started.</p>
        </ReasonDialog>
      )}
    </>
  );
}
