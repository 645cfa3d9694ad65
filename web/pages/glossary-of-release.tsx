import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { glossaryPath } from '../../src/domain/console-paths';
import { isAbout } from '../../src/domain/review/glossary-changes';
import type { GlossaryDetails, GlossaryRevert } from '../../src/protocol/glossary-api';
import { fromAddress, toAddress } from '../address';
import { api, type ReleaseName } from '../api';
import { Button, SearchField } from '../components/form';
import { usePage, useReleaseOfPage } from '../components/page';
import { ReleaseLink } from '../components/release-name';
import { Loaded, useResource } from '../components/resource';
import { When } from '../components/when';
import { counted, numberText } from '../format';
import { ChangeCounts, ChangeList, FieldLines } from '../glossary/changes';
import { RevertDialog } from '../glossary/revert-dialog';
import { listen } from '../live-events';
import { may } from '../session';

export function GlossaryOfReleasePage() {
  const { release, id } = useReleaseOfPage();
  const { name } = release;
  const main = usePage(`Glossary changes of ${name}`);
  // An open connection keeps the count in the header up to date.
  useEffect(() => listen(null, {}), []);
  const details = useResource(id, () => api.glossaryOf(release));
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

interface ChangesProps {
  release: ReleaseName;
  details: GlossaryDetails;
  done: () => void;
}

function Changes({ release, details, done }: ChangesProps) {
  const { id, confirmedBy, confirmedAt, counts, changes, reverts } = details;
  const search = useSignal(fromAddress('q'));
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  /** The terms to revert. null: the dialog is closed. */
  const [asking, setAsking] = useState<readonly string[] | null>(null);
  const shown = search.value === '' ? changes : changes.filter((change) => isAbout(change, search.value));
  return (
    <>
      <p class="muted">
        <ReleaseLink id={id} />, confirmed by <bdi>{confirmedBy}</bdi> at <When at={confirmedAt} />
        {counts !== null && (
          <>
            : <ChangeCounts counts={counts} />
          </>
        )}
        .
      </p>
      <div class="glossary-bar filters">
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
            <Button disabled={chosen.value.size === 0} onClick={() => setAsking([...chosen.value])}>
              Revert {chosen.value.size > 0 && `${numberText(chosen.value.size)} `}selected…
            </Button>
            <Button disabled={changes.length === 0} onClick={() => setAsking([])}>
              Revert all of this release…
            </Button>
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
          onDone={() => {
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
                    <FieldLines fields={fields} />
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
  const done = action === 'delete' ? 'deleted' : 'changed back';
  return overwrites ? `${done}, although it was changed after the release` : done;
}
