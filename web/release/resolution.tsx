import { useState } from 'preact/hooks';
import type { ResolveAction } from '../../src/domain/stages';
import { api, type ReleaseName } from '../api';
import { toast } from '../toasts';
import { ReasonDialog } from '../components/reason-dialog';
import { words } from '../messages/words';
import { may } from '../session';

/** A button that resolves a parked or partial release, once a reason is given. */
export function Resolution({
  action,
  isPartial,
  release,
  done,
}: {
  action: ResolveAction;
  isPartial: boolean;
  release: ReleaseName;
  done: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const { resolutions, resolutionsIfPartial, cannotResolve, resolved } = words.release;
  const { button, title, meaning } = (isPartial ? resolutionsIfPartial : resolutions)[action];
  return (
    <>
      <button
        type="button"
        class={action === 'retry' ? 'primary' : action === 'abort' ? 'danger' : ''}
        disabled={!may('operate')}
        title={may('operate') ? undefined : cannotResolve}
        onClick={() => setAsking(true)}
      >
        {button}
      </button>
      {asking && (
        <ReasonDialog
          title={title}
          action={button}
          danger={action === 'abort'}
          onLeave={() => setAsking(false)}
          onDo={async (reason) => {
            await api.resolve(release, action, reason);
            toast(resolved(`${release.project}/${release.name}`, action));
            done();
          }}
        >
          <p>{meaning}</p>
        </ReasonDialog>
      )}
    </>
  );
}
