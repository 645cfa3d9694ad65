import { useSignal } from '@preact/signals';
import { useRoute } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';
import { glossaryPath } from '../../src/domain/console-paths';
import { isAbout } from '../../src/domain/glossary-changes';
import type { GlossaryDetails } from '../../src/protocol/glossary-api';
import { fromAddress, toAddress } from '../address';
import { api, type ReleaseName } from '../api';
import { ErrorMessage } from '../components/error-message';
import { Loading } from '../components/loading';
import { ReleaseLink } from '../components/release-link';
import { SearchField } from '../components/search-field';
import { usePage } from '../components/use-page';
import { When } from '../components/when';
import { ChangeCounts } from '../glossary/change-counts';
import { ChangeList } from '../glossary/change-list';
import { RevertDialog } from '../glossary/revert-dialog';
import { RevertList } from '../glossary/revert-list';
import { listen } from '../live-events';
import { isNotThere } from '../refusal';
import { useResource } from '../resource';
import { may } from '../session';
import { numberText, counted } from '../count-text';

/** What one release changed in the termbase, and taking it back. */
export function GlossaryOfReleasePage() {
  const { project = '', name = '' } = useRoute().params;
  const main = usePage(`Glossary changes of ${name}`);
  const release = { project, name };
  // The header counts what waits, here too.
  useEffect(() => listen(null, {}), []);
  const details = useResource(`${project}/${name}`, () => api.glossaryOf(release));
  return (
    <main id="main" {...main}>
      <p>
        <a href={glossaryPath}>All glossary changes</a>
      </p>
      <h1>
        Glossary changes of <bdi>{name}</bdi>
      </h1>
      {isNotThere(details.error.value) ? (
        <p class="empty" dir="auto">
          {details.error.value?.message}
        </p>
      ) : (
        <ErrorMessage error={details.error.value} again={details.reload} />
      )}
      {details.value.value === null && details.error.value === null && <Loading />}
      {details.value.value !== null && (
        <Changes release={release} details={details.value.value} done={details.reload} />
      )}
    </main>
  );
}

function Changes({
  release,
  details,
  done,
}: {
  release: ReleaseName;
  details: GlossaryDetails;
  done: () => void;
}) {
  const { id, confirmedBy, confirmedAt, counts, changes, reverts } = details;
  const search = useSignal(fromAddress('q'));
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  /** Texts of the terms to revert; null: nobody asks. */
  const [asking, setAsking] = useState<readonly string[] | null>(null);
  const shown = search.value === '' ? changes : changes.filter((change) => isAbout(change, search.value));
  const link = <ReleaseLink id={id} />;
  const by = <bdi>{confirmedBy}</bdi>;
  const when = <When at={confirmedAt} />;
  return (
    <>
      <p class="muted">
        {counts === null ? (
          <>
            {link}, confirmed by {by} at {when}.
          </>
        ) : (
          <>
            {link}, confirmed by {by} at {when}: <ChangeCounts counts={counts} />.
          </>
        )}
      </p>
      <div class="glossary-bar">
        <SearchField
          label="Search these changes"
          placeholder="Part of a term or a translation"
          first={search.peek()}
          onTyped={(text) => {
            search.value = text;
            toAddress({ q: text });
          }}
        />
        {may('operate') && (
          <div class="buttons">
            <button
              type="button"
              disabled={chosen.value.size === 0}
              onClick={() => setAsking([...chosen.value])}
            >
              {chosen.value.size === 0
                ? 'Revert selected…'
                : `Revert ${numberText(chosen.value.size)} selected…`}
            </button>
            <button type="button" disabled={changes.length === 0} onClick={() => setAsking([])}>
              Revert all of this release…
            </button>
          </div>
        )}
      </div>
      <p class="hint" role="status">
        {search.value !== '' &&
          `${counted(shown.length, 'change')} ${shown.length === 1 ? 'matches' : 'match'}.`}
      </p>
      {changes.length === 0 && (
        <p class="empty">The termbase had all of these terms already. Nothing was changed.</p>
      )}
      <ChangeList changes={shown} chosen={chosen} onRevert={(term) => setAsking([term])} />
      <RevertList reverts={reverts} />
      {asking !== null && (
        <RevertDialog
          release={release}
          terms={asking}
          onLeave={() => setAsking(null)}
          done={() => {
            chosen.value = new Set();
            done();
          }}
        />
      )}
    </>
  );
}
