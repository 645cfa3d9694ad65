import { useRoute } from 'preact-iso/router';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { releasePath } from '../../src/domain/console-paths';
import { api, type ReleaseName } from '../api';
import { listen } from '../live-events';
import { usePage } from '../components/use-page';
import { DueWords } from '../components/due-words';
import { ErrorMessage } from '../components/error-message';
import { isMissing, MissingRelease } from '../components/missing-release';
import { useResource } from '../resource';
import { BulkBar } from '../review/bulk-bar';
import { Cursor } from '../review/cursor';
import { DraftNote } from '../review/draft-note';
import { DifferenceDialog } from '../review/difference-dialog';
import { FilterBar } from '../review/filter-bar';
import { HelpDialog } from '../review/help-dialog';
import { ReviewActions } from '../review/review-actions';
import { ReviewButtons } from '../review/review-buttons';
import { ReviewStore } from '../review/review-store';
import { SaveState } from '../review/save-state';
import { TermTable } from '../review/term-table';
import { useReviewKeys } from '../review/use-review-keys';
import { whyClosed } from '../review/why-closed';
import { may } from '../session';

export function ReviewPage() {
  const { project = '', name = '' } = useRoute().params;
  return <Review key={`${project}/${name}`} release={{ project, name }} />;
}

function Review({ release }: { release: ReleaseName }) {
  const id = `${release.project}/${release.name}`;
  const main = usePage(`Terms of ${id}`);
  const view = useResource(id, () => api.release(release));
  const [store] = useState(() => new ReviewStore(release));
  const [cursor] = useState(() => new Cursor(store.drafts));
  const [helping, setHelping] = useState(false);
  const search = useRef<HTMLInputElement>(null);

  const status = view.value.value?.status ?? null;
  const closed = status === null ? 'Loading…' : whyClosed(status);
  const open = closed === null && may('review');
  const mayChange = useRef(open);
  mayChange.current = open;
  const actions = useMemo(() => new ReviewActions(store, cursor, () => mayChange.current), [store]);
  useReviewKeys(actions, { filter: () => search.current?.focus(), help: () => setHelping(true) });

  useEffect(() => {
    void store.load();
    return () => store.close();
  }, [store]);
  const isThere = status !== null;
  useEffect(
    () =>
      listen(isThere ? id : null, {
        release: (now) => {
          const shown = view.value.peek();
          const before = JSON.stringify(shown?.status.terms);
          if (shown !== null) view.value.value = { ...shown, status: now };
          if (JSON.stringify(now.terms) !== before) store.loadSoon();
        },
        reconnected: () => {
          view.reload();
          store.outbox.resume();
          store.loadSoon();
        },
      }),
    [id, isThere],
  );
  // Somebody looks at the terms: now it is worth knowing which the termbase has, and again of every other text.
  useEffect(() => {
    if (open) void store.compare();
  }, [open]);
  const uncompared = store.list.value?.compared === false;
  useEffect(() => {
    if (open && uncompared) void store.compare();
  }, [open, uncompared, store.list.value?.revision]);

  if (isMissing(view.error.value)) {
    return (
      <main id="main" {...main}>
        <MissingRelease release={release} />
      </main>
    );
  }
  return (
    <main id="main" {...main} class="review">
      <div class="heading">
        <h1>
          <a href={releasePath(release)}>
            <bdi class="project">{release.project}</bdi> <bdi class="name">{release.name}</bdi>
          </a>{' '}
          <span class="muted">terms</span>
        </h1>
        <SaveState outbox={store.outbox} />
        <span class="gap" />
        <button type="button" class="quiet keys-button" onClick={() => setHelping(true)}>
          Shortcuts <kbd>?</kbd>
        </button>
        {view.value.value !== null && (
          <ReviewButtons store={store} actions={actions} view={view.value.value} open={open} />
        )}
      </div>
      {status !== null && !open && (
        <p class="panel">{closed ?? 'Your role can see the terms, but not change them.'}</p>
      )}
      {status?.waitingFor?.kind === 'terms' && (
        <p class="muted">
          <DueWords waitingFor={status.waitingFor} />
        </p>
      )}
      <ErrorMessage error={view.error.value ?? store.error.value} again={() => void store.load()} />
      <DraftNote actions={actions} open={open} />
      <FilterBar store={store} search={search} />
      <BulkBar store={store} actions={actions} open={open} />
      <TermTable store={store} cursor={cursor} actions={actions} open={open} />
      {helping && <HelpDialog onLeave={() => setHelping(false)} />}
      {store.difference.value !== null && (
        <DifferenceDialog
          difference={store.difference.value}
          onLeave={() => (store.difference.value = null)}
        />
      )}
    </main>
  );
}
