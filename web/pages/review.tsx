import { effect } from '@preact/signals';
import { useLocation, useRoute } from 'preact-iso/router';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { releasePath } from '../../src/domain/console-paths';
import { endedStates } from '../../src/domain/release/release-states';
import { fourEyesFault } from '../../src/domain/review/four-eyes';
import { describeProblem } from '../../src/domain/problems/problem-catalogue';
import type { ReleaseView } from '../../src/domain/release/status';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { api, isNotThere, type ReleaseName } from '../api';
import { ReasonDialog } from '../components/dialog';
import { usePage } from '../components/page';
import { Branch, MissingRelease, ReleaseTitle } from '../components/release-name';
import { ErrorMessage, Loading, type Resource, useResource } from '../components/resource';
import { DueWords } from '../components/when';
import { listen } from '../live-events';
import { BulkBar } from '../review/list/bulk-bar';
import { ConfirmDialog } from '../review/confirm-dialog';
import { Cursor } from '../review/list/cursor';
import { DetailsPane } from '../review/details-pane';
import { DifferenceDialog } from '../review/difference-dialog';
import { FilterBar } from '../review/list/filter-bar';
import { keepPlace, savedPlace } from '../review/saving/saved-review';
import { HelpDialog, useReviewKeys } from '../review/use-review-keys';
import { OthersProgress, PeopleHere, ReviewProgress } from '../review/people';
import { readingAhead, type ReadPage } from '../review/read-terms';
import { pageForm, whyClosed } from '../release/stage-words';
import { ReplaceDialog } from '../review/replace-dialog';
import { ReviewActions, type ReviewParts } from '../review/review-actions';
import { ReviewStore } from '../review/review-store';
import { DraftNote, SaveState } from '../review/saving/save-state';
import { TermTable } from '../review/list/term-table';
import { may, me, session } from '../session';
import { toast } from '../toasts';

export function ReviewPage() {
  const { project = '', name = '' } = useRoute().params;
  const release = { project, name };
  const id = `${project}/${name}`;
  const main = usePage(`Terms of ${id}`);
  const view = useResource(id, () => api.release(release));
  const readPage = useMemo(() => readingAhead((page) => api.terms(release, page)), [id]);
  const shown = view.value.value;
  return (
    <main id="main" {...main} class="review">
      {shown !== null ? (
        // A restarted release has another task, whose terms are new and unchanged, so the review starts anew.
        <Review
          key={`${id} ${shown.status.taskId ?? ''}`}
          release={release}
          shown={shown}
          view={view}
          readPage={readPage}
        />
      ) : isNotThere(view.error.value) ? (
        <MissingRelease release={release} />
      ) : view.error.value === null ? (
        <Loading />
      ) : (
        <ErrorMessage error={view.error.value} again={view.reload} />
      )}
    </main>
  );
}

/** The list depends on the terms and on comments, which are decisions in the record. */
const reviewOf = ({ terms, decisions }: ReleaseView): string => JSON.stringify([terms, decisions]);

function Review({
  release,
  shown,
  view,
  readPage,
}: {
  release: ReleaseName;
  shown: ReleaseDetails;
  view: Resource<ReleaseDetails>;
  readPage: ReadPage;
}) {
  const { status } = shown;
  const [store] = useState(() => new ReviewStore(release, status.taskId, readPage));
  const [cursor] = useState(() => new Cursor(store.drafts));
  const [helping, setHelping] = useState(false);
  const [replacing, setReplacing] = useState(false);
  const search = useRef<HTMLInputElement>(null);

  const closed = whyClosed(status);
  const open = closed === null && may('review');
  const mayChange = useRef(open);
  mayChange.current = open;
  const actions = useMemo(() => new ReviewActions(store, cursor, () => mayChange.current), [store]);
  useReviewKeys(actions, {
    filter: () => search.current?.focus(),
    replace: () => setReplacing(true),
    help: () => setHelping(true),
  });
  useSavedPlace(store, cursor, open);
  usePresence(release, cursor, open);

  useEffect(() => {
    void store.load();
    return () => store.close();
  }, [store]);
  const id = `${release.project}/${release.name}`;
  useEffect(
    () =>
      listen(id, {
        release: (now) => {
          const before = view.value.peek();
          if (before !== null) view.value.value = { ...before, status: now };
          if (reviewOf(now) !== (before && reviewOf(before.status))) store.loadSoon();
        },
        present: (people) => (store.present.value = people),
        reconnected: () => {
          view.reload();
          store.outbox.resume();
          store.loadSoon();
        },
      }),
    [id],
  );
  useEffect(() => {
    if (!open) cursor.stopEditing();
  }, [open]);
  const hasEnded = endedStates.has(status.state);
  useEffect(() => store.forget({ hasEnded }), [hasEnded]);
  // The comparison with the termbase runs only while the reader can review, and again for each new revision.
  useEffect(() => {
    if (open) void store.compare();
  }, [open]);
  const uncompared = store.list.value?.compared === false;
  useEffect(() => {
    if (open && uncompared) void store.compare();
  }, [open, uncompared, store.list.value?.revision]);

  return (
    <>
      <div class="heading">
        <h1>
          <a href={releasePath(release)}>
            <ReleaseTitle {...release} />
          </a>{' '}
          <span class="muted">terms</span>
        </h1>
        <Branch name={shown.branch} />
        <PeopleHere store={store} />
        <SaveState outbox={store.outbox} drafts={store.drafts.all.value.size} />
        <div class="acts">
          <button type="button" class="quiet keys-button" onClick={() => setHelping(true)}>
            Shortcuts <kbd>?</kbd>
          </button>
          <ReviewButtons store={store} actions={actions} view={shown} open={open} />
        </div>
      </div>
      {!open && <p class="panel">{closed ?? 'Your role can see the terms, but not change them.'}</p>}
      {status.waitingFor?.kind === 'terms' && (
        <div class="review-state">
          {open && store.whole.value && <ReviewProgress {...store.progress.value} />}
          {store.whole.value && <OthersProgress store={store} />}
          {status.paused === null ? (
            <p class="muted">
              <DueWords waitingFor={status.waitingFor} />
            </p>
          ) : (
            <p dir="auto">{describeProblem({ code: 'paused', facts: status.paused }, pageForm).what}</p>
          )}
          {open && isOwn(shown) && <p class="muted">{ownRelease}</p>}
        </div>
      )}
      <ErrorMessage error={view.error.value ?? store.error.value} again={() => void store.load()} />
      <DraftNote actions={actions} open={open} isWhole={store.whole.value} />
      <FilterBar store={store} search={search} />
      <BulkBar store={store} actions={actions} open={open} onReplace={() => setReplacing(true)} />
      <div class="table-and-details">
        <TermTable store={store} cursor={cursor} actions={actions} open={open} />
        <DetailsPane store={store} cursor={cursor} actions={actions} open={open} />
      </div>
      {replacing && open && (
        <ReplaceDialog store={store} actions={actions} onLeave={() => setReplacing(false)} />
      )}
      {helping && <HelpDialog onLeave={() => setHelping(false)} />}
      {open && store.difference.value !== null && (
        <DifferenceDialog
          difference={store.difference.value}
          onLeave={() => (store.difference.value = null)}
        />
      )}
    </>
  );
}

const isOwn = ({ startedBy }: ReleaseDetails): boolean =>
  session.value?.fourEyes === true && fourEyesFault(startedBy, me.value) !== null;

const ownRelease = 'You started this release. Somebody else must confirm its terms.';

function ReviewButtons({
  store,
  actions,
  view,
  open,
}: Omit<ReviewParts, 'cursor'> & { view: ReleaseDetails }) {
  const [asking, setAsking] = useState<'confirm' | 'reject' | null>(null);
  const { route } = useLocation();
  if (!open) return null;
  const leave = (): void => setAsking(null);
  const own = isOwn(view);
  const end = (message: string): void => {
    toast(message);
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
      {asking === 'confirm' && (
        <ConfirmDialog
          store={store}
          actions={actions}
          isPaused={view.status.paused !== null}
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

/** A returning reviewer continues at the last term. A review that was only opened has not begun. */
function useSavedPlace(store: ReviewStore, cursor: Cursor, open: boolean): void {
  const { release, taskId } = store;
  const isWhole = store.whole.value;
  // Before the list is painted: later a filter may be set, and the view would jump.
  useLayoutEffect(() => {
    if (isWhole) cursor.begin(store.shown.peek(), savedPlace(release, taskId)?.termId ?? null);
  }, [isWhole]);
  useEffect(() => {
    if (!isWhole || !open) return;
    return effect(() => {
      const { done, total } = store.progress.value;
      const termId = cursor.current.value;
      if (termId === null) return;
      const hasMoved = termId !== store.shown.peek()[0]?.id;
      if (done > 0 || hasMoved || savedPlace(release, taskId) !== null)
        keepPlace(release, taskId, { termId, done, total });
    });
  }, [isWhole, open]);
}

/** Shorter than the gateway's timeout for presence. */
const REPEAT_MS = 10_000;
/** A reviewer who moves quickly through the list does not report every term. */
const SETTLE_MS = 500;

/** Reports the operator's current term to the others, while the page is visible. */
function usePresence(release: ReleaseName, cursor: Cursor, open: boolean): void {
  useEffect(() => {
    if (!open) return;
    let next: ReturnType<typeof setTimeout>;
    const report = (termId: string | null): void => {
      // A lost report does not matter, because the next one follows soon.
      if (!document.hidden) api.presence(release, termId).catch(() => undefined);
      next = setTimeout(report, REPEAT_MS, termId);
    };
    const stop = effect(() => {
      clearTimeout(next);
      next = setTimeout(report, SETTLE_MS, cursor.current.value);
    });
    return () => {
      stop();
      clearTimeout(next);
    };
  }, [open]);
}
