import { useEffect, useId, useRef } from 'preact/hooks';
import { newReleasePath, projectPath } from '../../src/domain/console-paths';
import { releaseStates } from '../../src/domain/release/release-states';
import { api, type ReleaseFilter } from '../api';
import { SearchField } from '../components/fields';
import { ErrorMessage, useResource } from '../components/resource';
import { SpaceRow, useVirtualRows } from '../components/virtual-rows';
import { may } from '../session';
import { type ReleaseList, type SortKey, sortKeys } from './release-list';
import { ReleaseRow } from './release-row';

const ROW_PX = 44;
const NEAR_END = 40;

export function AllReleases({ list }: { list: ReleaseList }) {
  return (
    <section class="all-releases" aria-labelledby="releases-title">
      <div class="heading">
        <h2 id="releases-title">All releases</h2>
        <span class="gap" />
        {may('operate') && (
          <a class="button" href={newReleasePath}>
            Start a release
          </a>
        )}
      </div>
      <ProjectLinks />
      <ReleaseSearch list={list} />
      <ErrorMessage error={list.error.value} again={list.again} />
      <ReleaseTable list={list} />
    </section>
  );
}

/** To what is live in each project. */
function ProjectLinks() {
  const projects = useResource('projects', api.projects).value.value ?? [];
  if (projects.length === 0) return null;
  return (
    <p class="project-links">
      What is live in{' '}
      {projects.map((project, index) => (
        <>
          {index > 0 && ', '}
          <a key={project} href={projectPath(project)}>
            <bdi>{project}</bdi>
          </a>
        </>
      ))}
    </p>
  );
}

/** Nobody has started anything yet: this says how. */
function FirstUse() {
  return (
    <div class="empty">
      <p>
        There are no releases yet. Anybody with the role <bdi>operate</bdi> can start the first one with
        “Start a release”. On the command line:
      </p>
      <ol class="first-steps">
        <li>
          <code>locrelease init</code> writes an example, <code>release.yaml</code>, with its strings.
        </li>
        <li>
          <code>locrelease start release.yaml</code> starts it. It shows here at once.
        </li>
      </ol>
      <p class="muted">
        Releases that ended long ago are in the archive: <code>locrelease list --all</code> lists them.
      </p>
    </div>
  );
}

const columns = Object.keys(sortKeys) as SortKey[];

function ReleaseTable({ list }: { list: ReleaseList }) {
  const rows = list.shown.value;
  const sorting = list.sorting.value;
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
    return isFiltered ? <p class="empty">No release matches.</p> : <FirstUse />;
  }
  return (
    <table class="releases" role="table" aria-rowcount={list.more.value ? -1 : rows.length + 1}>
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          {columns.map((column) => (
            <th
              key={column}
              role="columnheader"
              scope="col"
              aria-sort={sorting?.by !== column ? 'none' : sorting.descending ? 'descending' : 'ascending'}
            >
              <button type="button" class="sort" onClick={() => list.sortBy(column)}>
                {column}
                <span aria-hidden="true">{sorting?.by === column && (sorting.descending ? ' ↓' : ' ↑')}</span>
              </button>
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

function ReleaseSearch({ list }: { list: ReleaseList }) {
  const set = (change: Partial<ReleaseFilter>): void => list.setFilter({ ...list.filter.value, ...change });
  const stateId = useId();
  return (
    <form class="release-search" role="search" onSubmit={(event) => event.preventDefault()}>
      <SearchField
        label="Search"
        placeholder="Part of a name"
        first={list.filter.peek().search}
        onTyped={(search) => set({ search })}
      />
      <SearchField
        label="Project"
        placeholder="All projects"
        first={list.filter.peek().project}
        onTyped={(project) => set({ project })}
      />
      <label for={stateId} class="field">
        <span>State</span>
        <select
          id={stateId}
          value={list.filter.value.state}
          onChange={(event) => set({ state: event.currentTarget.value })}
        >
          <option value="">All states</option>
          {releaseStates.map((state) => (
            <option key={state} value={state}>
              {state}
            </option>
          ))}
        </select>
      </label>
    </form>
  );
}
