import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { releasePath } from '../../src/domain/console-paths';
import { api } from '../api';
import { toast } from '../toasts';
import { ReasonDialog } from '../components/reason-dialog';
import { me, session } from '../session';
import { ConfirmDialog } from './confirm-dialog';
import type { ReviewActions } from './review-actions';
import type { ReviewStore } from './review-store';

const ownRelease = 'You started this release. Somebody else must confirm its terms.';

/** The two ways out of a review, and a fresh look at the list. */
export function ReviewButtons({
  store,
  actions,
  view,
  open,
}: {
  store: ReviewStore;
  actions: ReviewActions;
  view: ReleaseDetails;
  open: boolean;
}) {
  const [asking, setAsking] = useState<'confirm' | 'reject' | null>(null);
  const { route } = useLocation();
  if (!open) return null;
  const leave = (): void => setAsking(null);
  const own = session.value?.fourEyes === true && view.startedBy === me.value;
  const end = (said: string): void => {
    toast(said);
    route(releasePath(store.release));
  };
  return (
    <>
      <button
        type="button"
        class="quiet"
        onClick={() => void store.refresh()}
        title="Reload the list from the service"
      >
        Refresh
      </button>
      <button type="button" class="danger" onClick={() => setAsking('reject')}>
        Reject…
      </button>
      <button
        type="button"
        class="primary"
        disabled={own || !store.whole.value}
        title={own ? ownRelease : undefined}
        onClick={() => setAsking('confirm')}
      >
        Confirm…
      </button>
      {own && <span class="muted">{ownRelease}</span>}
      {asking === 'confirm' && (
        <ConfirmDialog
          store={store}
          actions={actions}
          onLeave={leave}
          onConfirmed={() => end('The terms are confirmed.')}
        />
      )}
      {asking === 'reject' && (
        <ReasonDialog
          title="Reject the terms"
          action="Reject the terms"
          danger
          onLeave={leave}
          onDo={async (reason) => {
            await api.rejectTerms(store.release, reason);
            end('The terms are rejected.');
          }}
        >
          <p>The release ends as rejected. Nothing is translated. You can start it again.</p>
        </ReasonDialog>
      )}
    </>
  );
}
