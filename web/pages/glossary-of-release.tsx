import { useSignal } from '@preact/signals';
import { useRoute } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';
import { glossaryPath } from '../../src/domain/console-paths';
import { isAbout } from '../../src/domain/review/glossary-changes';
import type { GlossaryDetails, GlossaryRevert } from '../../src/protocol/glossary-api';
import { fromAddress, toAddress } from '../address';
import { api, type ReleaseName } from '../api';
import { SearchField } from '../components/fields';
import { usePage } from '../components/page';
import { ReleaseLink } from '../components/release-name';
import { Loaded, useResource } from '../components/resource';
import { When } from '../components/when';
import { counted, numberText } from '../format';
import { ChangeCounts, ChangeList, FieldLines } from '../glossary/changes';
import { RevertDialog } from '../glossary/revert-dialog';
import { listen } from '../live-events';
import { may } from '../session';

export function GlossaryOfReleasePage() {
  const { project = '', name = '' } = useRoute().params;
  const main = usePage(`Glossary changes of ${name}`);
  const release = { project, name };
  // An open connection keeps the count in the header up to date.
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
      <Loaded
        of={details}
        missing={
          <p class="empty" dir="auto">
            {details.error.value?.message}
          </p>
        }
      >
        {(value) => <Changes release={release} details={value} done={details.reload} />}
      </Loaded>
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
  /** The terms to revert. null: the dialog is closed. */
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
          value={search.value}
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
      <ChangeList changes={shown} reverts={reverts} chosen={chosen} onRevert={(term) => setAsking([term])} />
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

function RevertList({ reverts }: { reverts: readonly GlossaryRevert[] }) {
  if (reverts.length === 0) return null;
  return (
    <section class="reverts" aria-labelledby="reverts-title">
      <h2 id="reverts-title">Reverts</h2>
      <ul>
        {reverts.map(({ at, by, reason, terms }) => (
          <li key={`${at} ${by}`} class="panel">
            <p>
              <bdi>{by}</bdi> asked to revert {counted(terms.length, 'term')} at <When at={at} />:{' '}
              <bdi>{reason}</bdi>
            </p>
            <details>
              <summary>Terms</summary>
              <ul>
                {terms.map(({ term, action, overwrites, fields }) => (
                  <li key={term}>
                    <strong dir="auto">{term}</strong>{' '}
                    <span class="muted">{outcomeWords(action, overwrites)}</span>
                    <FieldLines
                      fields={fields.map(({ field, from, to }) => ({ field, old: from, new: to }))}
                    />
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

function outcomeWords(action: GlossaryRevert['terms'][number]['action'], overwrites: boolean): string {
  if (action === 'delete')
    return overwrites ? 'deleted, although it was changed after the release' : 'deleted';
  return overwrites ? 'changed back, although it was changed after the release' : 'changed back';
}
