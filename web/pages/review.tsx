import { useRoute } from 'preact-iso/router';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { releasePath } from '../../src/domain/console-paths';
import { endedStates } from '../../src/domain/release-states';
import type { ReleaseView } from '../../src/domain/status';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { api, type ReleaseName } from '../api';
import { listen } from '../live-events';
import { usePage } from '../components/use-page';
import { DueWords } from '../components/due-words';
import { Branch } from '../components/branch';
import { ErrorMessage } from '../components/error-message';
import { Loading } from '../components/loading';
import { MissingRelease } from '../components/missing-release';
import { ReleaseTitle } from '../components/release-title';
import { ReviewProgress } from '../components/review-progress';
import { isNotThere } from '../refusal';
import { useResource, type Resource } from '../resource';
import { BulkBar } from '../review/bulk-bar';
import { Cursor } from '../review/cursor';
import { DetailsPane } from '../review/details-pane';
import { DraftNote } from '../review/draft-note';
import { DifferenceDialog } from '../review/difference-dialog';
import { FilterBar } from '../review/filter-bar';
import { HelpDialog } from '../review/help-dialog';
import { OthersProgress } from '../review/others-progress';
import { PeopleHere } from '../review/people-here';
import { readingAhead, type ReadPage } from '../review/read-terms';
import { ReplaceDialog } from '../review/replace-dialog';
import { ReviewActions } from '../review/review-actions';
import { ReviewButtons } from '../review/review-buttons';
import { ReviewStore } from '../review/review-store';
import { SaveState } from '../review/save-state';
import { TermTable } from '../review/term-table';
import { useKeptPlace } from '../review/use-kept-place';
import { usePresence } from '../review/use-presence';
import { useReviewKeys } from '../review/use-review-keys';
import { whyClosed } from '../review/why-closed';
import { may } from '../session';

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
        // A release that was started again has another task: other terms, and nothing done to them yet.
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

/** What the list shows: the terms, and comments, which are kept with the decisions. */
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
  useKeptPlace(store, cursor, open);
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
  const hasEnded = endedStates.has(status.state);
  useEffect(() => store.forget({ hasEnded }), [hasEnded]);
  // Somebody looks at the terms: now it is worth knowing which the termbase has, and again of every other text.
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
        <SaveState outbox={store.outbox} />
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
          <p class="muted">
            <DueWords waitingFor={status.waitingFor} />
          </p>
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
      {store.difference.value !== null && (
        <DifferenceDialog
          difference={store.difference.value}
          onLeave={() => (store.difference.value = null)}
        />
      )}
    </>
  );
}
