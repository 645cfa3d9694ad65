import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { api, type ReleaseName } from '../api';
import { toast } from '../toasts';
import { ReasonDialog } from '../components/reason-dialog';
import { may } from '../session';

export type Action = 'retry' | 'skip' | 'abort';

const titles: Readonly<Record<Action, string>> = {
  retry: 'Retry the stage',
  skip: 'Skip the stage',
  abort: 'Abort the release',
};
const meanings: Readonly<Record<Action, string>> = {
  retry: 'The release repeats only what failed. Fix the cause first.',
  skip: 'The release continues with the next stage. What failed is not done.',
  abort: 'The release ends here and cannot continue. What it has done so far is kept.',
};

/** A button that resolves a parked release, once a reason is given. */
export function Resolution({
  action,
  release,
  done,
  disabledBecause = null,
  children,
}: {
  action: Action;
  release: ReleaseName;
  done: () => void;
  disabledBecause?: string | null;
  children: ComponentChildren;
}) {
  const [asking, setAsking] = useState(false);
  const why = may('operate') ? disabledBecause : 'Your role cannot decide this.';
  return (
    <>
      <button
        type="button"
        class={action === 'retry' ? 'primary' : action === 'abort' ? 'danger' : ''}
        disabled={why !== null}
        title={why ?? undefined}
        onClick={() => setAsking(true)}
      >
        {children}
      </button>
      {asking && (
        <ReasonDialog
          title={titles[action]}
          action={typeof children === 'string' ? children : titles[action]}
          danger={action === 'abort'}
          onLeave={() => setAsking(false)}
          onDo={async (reason) => {
            await api.resolve(release, action, reason);
            toast(`Decision saved for ${release.project}/${release.name}: ${action}.`);
            done();
          }}
        >
          <p>{meanings[action]}</p>
        </ReasonDialog>
      )}
    </>
  );
}
