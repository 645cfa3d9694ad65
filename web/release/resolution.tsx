import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { api, type ReleaseName } from '../api';
import { toast } from '../toasts';
import { ReasonDialog } from '../components/reason-dialog';
import { may } from '../session';

export type Action = 'retry' | 'skip' | 'abort';

const titles: Readonly<Record<Action, string>> = {
  retry: 'Try the stage again',
  skip: 'Go on without the stage',
  abort: 'End the release here',
};
const meanings: Readonly<Record<Action, string>> = {
  retry: 'The release does again what failed, and only that. Do it when what stood in the way is gone.',
  skip: 'The release goes on with what comes next. What failed stays undone.',
  abort: 'The release ends here for good. What it has done so far stays.',
};

/** A button that resolves a stuck release, once a reason is given. */
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
  const why = may('operate') ? disabledBecause : 'Your role may not decide this.';
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
            toast(`Told ${release.project}/${release.name}: ${action}.`);
            done();
          }}
        >
          <p>{meanings[action]}</p>
        </ReasonDialog>
      )}
    </>
  );
}
