import { effect } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { releasePath } from '../../src/domain/console-paths';
import { endedStates } from '../../src/domain/release/release-states';
import { fourEyesFault } from '../../src/domain/review/four-eyes';
import { describeProblem } from '../../src/domain/problems/problem-catalogue';
import type { ReleaseView } from '../../src/domain/release/status';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { api, type ReleaseName } from '../api';
import { ReasonDialog } from '../components/dialog';
import { Button } from '../components/form';
import { usePage, useReleaseOfPage } from '../components/page';
import { Branch, MissingRelease, ReleaseTitle } from '../components/release-name';
import { ErrorMessage, Loaded, type Resource, useResource } from '../components/resource';
import { DueWords } from '../components/when';
import { listen } from '../live-events';
import { BulkBar } from '../review/list/bulk-bar';
import { ConfirmDialog } from '../review/confirm-dialog';
import { Cursor } from '../review/list/cursor';
import { DetailsPane } from '../review/details-pane';
import { DifferenceDialog } from '../review/difference-dialog';
import { FilterBar } from '../review/list/filter-bar';
import { keepPlace, savedPlace } from '../review/saving/saved-review';
import { HelpDialog, useReviewKeys } from '../review/keys';
import { OthersProgress, PeopleHere, ReviewProgress } from '../review/people';
import { readingAhead, type ReadPage } from '../review/read-terms';
import { pageForm, whyClosed } from '../release/stage-words';
import { ReplaceDialog } from '../review/replace-dialog';
import { ReviewActions, ReviewContext, useReview } from '../review/review-actions';
import { ReviewStore } from '../review/review-store';
import { DraftNote, SaveState } from '../review/saving/save-state';
import { TermTable } from '../review/list/term-table';
import { may, me, session } from '../session';
import { toast } from '../toasts';

export function ReviewPage() {
  const { release, id } = useReleaseOfPage();
  const main = usePage(`Terms of ${id}`);
  const view = useResource(id, () => api.release(release));
  const readPage = useMemo(() => readingAhead((page) => api.terms(release, page)), [id]);
  return (
    <main id="main" {...main} class="review stack">
      <Loaded of={view} missing={<MissingRelease release={release} />}>
        {(shown) => (
          // A restarted release has another task, whose terms are new and unchanged, so the review starts anew.
          <Review
            key={`${id} ${shown.status.taskId ?? ''}`}
            release={release}
            shown={shown}
            view={view}
            readPage={readPage}
          />
        )}
      </Loaded>
    </main>
  );
}

/** The list depends on the terms and on comments, which are decisions in the record. */
const reviewOf = ({ terms, decisions }: ReleaseView): string => JSON.stringify([terms, decisions]);

interface ReviewProps {
  release: ReleaseName;
  shown: ReleaseDetails;
  view: Resource<ReleaseDetails>;
  readPage: ReadPage;
}

function Review({ release, shown, view, readPage }: ReviewProps) {
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
    <ReviewContext.Provider value={{ store, cursor, actions, open }}>
      <div class="heading">
        <h1>
          <a href={releasePath(release)}>
            <ReleaseTitle {...release} />
          </a>{' '}
          <span class="muted">terms</span>
        </h1>
        <Branch name={shown.branch} />
        <PeopleHere />
        <SaveState />
        <div class="acts">
          <Button class="quiet keys-button" onClick={() => setHelping(true)}>
            Shortcuts <kbd>?</kbd>
          </Button>
          {open && <ReviewButtons view={shown} />}
        </div>
      </div>
      {!open && <p class="panel">{closed ?? 'Your role can see the terms, but not change them.'}</p>}
      {status.waitingFor?.kind === 'terms' && (
        <div class="review-state row">
          {open && store.whole.value && <ReviewProgress {...store.progress.value} />}
          {store.whole.value && <OthersProgress />}
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
      <ErrorMessage error={store.error.value} again={() => void store.load()} />
      <DraftNote />
      <FilterBar search={search} />
      <BulkBar onReplace={() => setReplacing(true)} />
      <div class="table-and-details">
        <TermTable />
        <DetailsPane />
      </div>
      {replacing && open && <ReplaceDialog onLeave={() => setReplacing(false)} />}
      {helping && <HelpDialog onLeave={() => setHelping(false)} />}
      {open && store.difference.value !== null && (
        <DifferenceDialog
          difference={store.difference.value}
          onLeave={() => (store.difference.value = null)}
        />
      )}
    </ReviewContext.Provider>
  );
}

const isOwn = ({ startedBy }: ReleaseDetails): boolean =>
  session.value?.fourEyes === true && fourEyesFault(startedBy, me.value) !== null;

const ownRelease = 'You started this release. Somebody else must confirm its terms.';

function ReviewButtons({ view }: { view: ReleaseDetails }) {
  const { store } = useReview();
  const [asking, setAsking] = useState<'confirm' | 'reject' | null>(null);
  const { route } = useLocation();
  const leave = (): void => setAsking(null);
  const own = isOwn(view);
  const end = (message: string): void => {
    toast(message);
    route(releasePath(store.release));
  };
  return (
    <>
      <Button class="quiet" onClick={() => void store.refresh()} title="Reload the list from the service">
        Refresh
      </Button>
      <Button class="danger" onClick={() => setAsking('reject')}>
        Reject…
      </Button>
      <Button
        class="primary"
        disabled={own || !store.whole.value}
        title={own ? ownRelease : undefined}
        onClick={() => setAsking('confirm')}
      >
        Confirm…
      </Button>
      {asking === 'confirm' && (
        <ConfirmDialog
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
