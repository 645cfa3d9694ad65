import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { glossaryOfPath } from '../../src/domain/console-paths';
import type { GlossaryRow } from '../../src/protocol/glossary-api';
import type { UnreadableReleases as Unreadable } from '../../src/protocol/console-api';
import { api, type ReleaseFilter } from '../api';
import { ReleaseTitle, UnreadableReleases } from '../components/release-name';
import { ErrorMessage, Loading } from '../components/resource';
import { When } from '../components/when';
import { asError } from '../format';
import { ChangeCounts } from '../glossary/changes';

export function TermChanges({ filter: { q, project } }: { filter: Pick<ReleaseFilter, 'q' | 'project'> }) {
  const { rows, error, next, isReading, isCut, unreadable, more, again } = useGlossary(q, project);
  return (
    <>
      <p class="muted intro">
        What the confirmation of terms changed in the termbase, by release. Terms that the service confirmed
        by itself are not known here.
      </p>
      <ErrorMessage error={error.value} again={again} />
      {rows.value.length > 0 && <GlossaryTable rows={rows.value} search={q} />}
      {rows.value.length === 0 && !isReading.value && next.value === null && error.value === null && (
        <p class="empty">
          {q === '' && project === ''
            ? 'No release has changed the termbase yet. A release does when somebody confirms its terms.'
            : 'No change matches.'}
        </p>
      )}
      <UnreadableReleases releases={unreadable.value} />
      {isReading.value && <Loading />}
      {!isReading.value && isCut.value && (
        <p role="status" class="hint">
          Not all releases have been searched yet.
        </p>
      )}
      {next.value !== null && !isReading.value && (
        <button type="button" onClick={more}>
          {isCut.value ? 'Search older releases' : 'Show older releases'}
        </button>
      )}
    </>
  );
}

function GlossaryTable({ rows, search }: { rows: readonly GlossaryRow[]; search: string }) {
  return (
    <table class="glossary" role="table">
      <thead role="rowgroup">
        <tr role="row">
          {['Release', 'Terms', 'Confirmed by', 'When'].map((title) => (
            <th key={title} role="columnheader" scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
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
            <td role="cell" data-title="Confirmed by">
              <bdi>{row.confirmedBy}</bdi>
            </td>
            <td role="cell" data-title="When">
              <When at={row.confirmedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface GlossaryList {
  rows: Signal<readonly GlossaryRow[]>;
  error: Signal<Error | null>;
  /** null: there is no next page. */
  next: Signal<number | null>;
  isReading: Signal<boolean>;
  isCut: Signal<boolean>;
  unreadable: Signal<Unreadable>;
  more: () => void;
  again: () => void;
}

function useGlossary(search: string, project: string): GlossaryList {
  const rows = useSignal<readonly GlossaryRow[]>([]);
  const error = useSignal<Error | null>(null);
  const next = useSignal<number | null>(0);
  const isReading = useSignal(true);
  const isCut = useSignal(false);
  const unreadable = useSignal<Unreadable>([]);
  const newest = useRef(0);

  const read = (from: number): void => {
    const reading = ++newest.current;
    isReading.value = true;
    api
      .glossary({ search, project }, from)
      .then(
        (page) => {
          if (reading !== newest.current) return;
          const before = from === 0 ? [] : rows.value;
          const known = new Set(before.map(({ id }) => id));
          rows.value = [...before, ...page.releases.filter(({ id }) => !known.has(id))];
          next.value = page.next;
          isCut.value = page.isCut;
          unreadable.value = page.unreadable;
          error.value = null;
        },
        (trouble: unknown) => {
          if (reading === newest.current) error.value = asError(trouble);
        },
      )
      .finally(() => {
        if (reading === newest.current) isReading.value = false;
      });
  };

  useEffect(() => {
    rows.value = [];
    next.value = 0;
    read(0);
    return () => {
      newest.current += 1;
    };
  }, [search, project]);

  return {
    ...{ rows, error, next, isReading, isCut, unreadable },
    more: () => read(next.value ?? 0),
    again: () => read(0),
  };
}
