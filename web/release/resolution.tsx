import { useState } from 'preact/hooks';
import { resolveActions, type ResolveAction } from '../../src/domain/stages';
import type { Choice } from '../../src/domain/status';
import { api, type ReleaseName } from '../api';
import { toast } from '../toasts';
import { ReasonDialog } from '../components/reason-dialog';
import { may } from '../session';

type Resolve = Choice & { action: ResolveAction };

/** Those that resolve a parked or partial release. */
export const resolutionsOf = (choices: readonly Choice[]): Resolve[] =>
  choices.filter((choice): choice is Resolve => resolveActions.some((action) => action === choice.action));

/** A button that resolves a parked or partial release, once a reason is given. Its words are those of the choice. */
export function Resolution({
  choice: { action, label, consequence },
  release,
  done,
}: {
  choice: Resolve;
  release: ReleaseName;
  done: () => void;
}) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        class={action === 'retry' ? 'primary' : action === 'abort' ? 'danger' : ''}
        disabled={!may('operate')}
        title={may('operate') ? undefined : 'Your role cannot decide on this.'}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
      {asking && (
        <ReasonDialog
          title={label}
          action={label}
          danger={action === 'abort'}
          onLeave={() => setAsking(false)}
          onDo={async (reason) => {
            await api.resolve(release, action, reason);
            toast(`Decision saved for ${release.project}/${release.name}: ${label}.`);
            done();
          }}
        >
          <p dir="auto">{consequence}</p>
        </ReasonDialog>
      )}
    </>
  );
}
