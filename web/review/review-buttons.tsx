import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { releasePath } from '../../src/domain/console-paths';
import { api } from '../api';
import { toast } from '../toasts';
import { ReasonDialog } from '../components/reason-dialog';
import { me, session } from '../session';
import { words } from '../messages/words';
import { ConfirmDialog } from './confirm-dialog';
import type { ReviewActions } from './review-actions';
import type { ReviewStore } from './review-store';

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
  const says = words.review;
  return (
    <>
      <button type="button" class="quiet" onClick={() => void store.refresh()} title={says.refreshHint}>
        {says.refresh}
      </button>
      <button type="button" class="danger" onClick={() => setAsking('reject')}>
        {says.reject}
      </button>
      <button
        type="button"
        class="primary"
        disabled={own || !store.whole.value}
        title={own ? says.ownRelease : undefined}
        onClick={() => setAsking('confirm')}
      >
        {says.confirm}
      </button>
      {own && <span class="muted">{says.ownRelease}</span>}
      {asking === 'confirm' && (
        <ConfirmDialog
          store={store}
          actions={actions}
          onLeave={leave}
          onConfirmed={() => end(says.done.confirmed)}
        />
      )}
      {asking === 'reject' && (
        <ReasonDialog
          title={words.reviewDialogs.reject.title}
          action={words.reviewDialogs.reject.title}
          danger
          onLeave={leave}
          onDo={async (reason) => {
            await api.rejectTerms(store.release, reason);
            end(says.done.rejected);
          }}
        >
          <p>{words.reviewDialogs.reject.what}</p>
        </ReasonDialog>
      )}
    </>
  );
}
