import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { glossaryOfPath } from '../../src/domain/console-paths';
import type { GlossaryPage, GlossaryRow } from '../../src/protocol/glossary-api';
import { api, type ReleaseFilter } from '../api';
import { Button } from '../components/form';
import { ReleaseTitle, UnreadableReleases } from '../components/release-name';
import { ErrorMessage, Loading } from '../components/resource';
import { TableHead } from '../components/table';
import { When } from '../components/when';
import { asError } from '../format';
import { ChangeCounts } from '../glossary/changes';

export function TermChanges({ filter: { q, project } }: { filter: Pick<ReleaseFilter, 'q' | 'project'> }) {
  const { list, error, isReading, read } = useGlossary(q, project);
  const { releases, next, isCut, unreadable } = list.value;
  return (
    <>
      <p class="muted intro">
        What the confirmation of terms changed in the termbase, by release. Terms that the service confirmed
        by itself are not known here.
      </p>
      <ErrorMessage error={error.value} again={() => read(0)} />
      {releases.length > 0 && <GlossaryTable rows={releases} search={q} />}
      {releases.length === 0 && !isReading.value && next === null && error.value === null && (
        <p class="empty">
          {q === '' && project === ''
            ? 'No release has changed the termbase yet. A release does when somebody confirms its terms.'
            : 'No change matches.'}
        </p>
      )}
      <UnreadableReleases releases={unreadable} />
      {isReading.value && <Loading />}
      {!isReading.value && isCut && (
        <p role="status" class="hint">
          Not all releases have been searched yet.
        </p>
      )}
      {next !== null && !isReading.value && (
        <Button onClick={() => read(next)}>{isCut ? 'Search older releases' : 'Show older releases'}</Button>
      )}
    </>
  );
}

function GlossaryTable({ rows, search }: { rows: readonly GlossaryRow[]; search: string }) {
  return (
    <table class="glossary" role="table">
      <TableHead titles={['Release', 'Terms', 'Confirmed by', 'When']} />
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={row.id} role="row">
            <th role="rowheader" scope="row">
              <a href={`${glossaryOfPath(row)}${search === '' ? '' : `?q=${encodeURIComponent(search)}`}`}>
                <ReleaseTitle project={row.project} name={row.name} />
              </a>
            </th>
            <td role="cell">
              {row.counts !== null && <ChangeCounts counts={row.counts} />}
              {row.trouble !== null && <bdi class="lacks">{row.trouble}</bdi>}
            </td>
            <td role="cell" data-label="Confirmed by">
              <bdi>{row.confirmedBy}</bdi>
            </td>
            <td role="cell" data-label="When">
              <When at={row.confirmedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function useGlossary(search: string, project: string) {
  /** The newest page, with the rows of all pages before it. */
  const list = useSignal<GlossaryPage>({ releases: [], next: 0, isCut: false, unreadable: [] });
  const error = useSignal<Error | null>(null);
  const isReading = useSignal(true);
  const newest = useRef(0);

  const read = async (from: number): Promise<void> => {
    const reading = ++newest.current;
    const isNewest = (): boolean => reading === newest.current;
    isReading.value = true;
    try {
      const page = await api.glossary({ search, project }, from);
      if (!isNewest()) return;
      const before = from === 0 ? [] : list.value.releases;
      const known = new Set(before.map(({ id }) => id));
      const added = page.releases.filter(({ id }) => !known.has(id));
      list.value = { ...page, releases: [...before, ...added] };
      error.value = null;
    } catch (trouble) {
      if (isNewest()) error.value = asError(trouble);
    } finally {
      if (isNewest()) isReading.value = false;
    }
  };

  useEffect(() => {
    list.value = { ...list.value, releases: [], next: 0 };
    void read(0);
    return () => {
      newest.current += 1;
    };
  }, [search, project]);

  return { list, error, isReading, read: (from: number): void => void read(from) };
}
