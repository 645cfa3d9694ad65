import { useEffect, useRef } from 'preact/hooks';
import { newReleasePath } from '../../src/domain/console-paths';
import { may } from '../session';
import { SpaceRow } from '../components/space-row';
import { ErrorMessage } from '../components/error-message';
import { useVirtualRows } from '../components/virtual-rows';
import { words } from '../messages/words';
import type { ReleaseList } from './release-list';
import { ReleaseRow } from './release-row';
import { ReleaseSearch } from './release-search';

const ROW_PX = 44;
const NEAR_END = 40;

export function AllReleases({ list }: { list: ReleaseList }) {
  return (
    <section class="all-releases" aria-labelledby="releases-title">
      <div class="heading">
        <h2 id="releases-title">{words.inbox.allReleases}</h2>
        <span class="gap" />
        {may('operate') && (
          <a class="button" href={newReleasePath}>
            {words.inbox.startRelease}
          </a>
        )}
      </div>
      <ReleaseSearch list={list} />
      <ErrorMessage error={list.error.value} again={list.again} />
      <ReleaseTable list={list} />
    </section>
  );
}

/** Nobody has started anything yet: this says how. */
function FirstUse() {
  return (
    <div class="empty">
      <p>{words.inbox.noReleases(<bdi>operate</bdi>)}</p>
      <ol class="first-steps">
        <li>{words.inbox.initWrites(<code>locrelease init</code>, <code>release.yaml</code>)}</li>
        <li>{words.inbox.startStarts(<code>locrelease start release.yaml</code>)}</li>
      </ol>
      <p class="muted">{words.common.archived(<code>locrelease list --all</code>)}</p>
    </div>
  );
}

const columns = ['release', 'state', 'stage', 'waitsFor', 'started'] as const;

function ReleaseTable({ list }: { list: ReleaseList }) {
  const rows = list.rows.value;
  const body = useRef<HTMLTableSectionElement>(null);
  const virtual = useVirtualRows(
    { count: rows.length, keyOf: (index) => rows[index]?.id ?? '', usualPx: ROW_PX },
    { body },
  );
  const last = virtual.rows.at(-1)?.index ?? 0;
  // Looked at again after each reading: the end may have been reached while another one was under way.
  const mayRead = !list.reading.value && list.error.value === null;
  useEffect(() => {
    if (mayRead && last >= rows.length - NEAR_END) void list.readMore();
  }, [mayRead, last, rows.length]);
  if (rows.length === 0 && !list.more.value) {
    const isFiltered = Object.values(list.filter.value).some((wanted) => wanted !== '');
    return isFiltered ? <p class="empty">{words.inbox.noMatch}</p> : <FirstUse />;
  }
  return (
    <table class="releases" role="table" aria-rowcount={list.more.value ? -1 : rows.length + 1}>
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {words.inbox.columns[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} role="rowgroup">
        {virtual.rows.flatMap(({ index, spacePx }) => {
          const row = rows[index];
          if (row === undefined) return [];
          return [
            <SpaceRow key={`above ${row.id}`} px={spacePx} />,
            <ReleaseRow key={row.id} row={row} index={index} />,
          ];
        })}
        <SpaceRow px={virtual.belowPx} />
      </tbody>
    </table>
  );
}
