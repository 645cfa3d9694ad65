/** One list of releases; the same search also finds terms and glossary changes. */
import { useLocation } from 'preact-iso/router';
import { useEffect, useMemo } from 'preact/hooks';
import { glossaryPath, homePath, newReleasePath, projectPath } from '../../src/domain/console-paths';
import { releaseStates } from '../../src/domain/release/release-states';
import type { Found } from '../../src/protocol/console-api';
import { setAddress } from '../address';
import { api, type ReleaseFilter, releaseFilterNames } from '../api';
import { SearchField, SelectField } from '../components/form';
import { UnreadableReleases } from '../components/release-name';
import { ErrorMessage, Loading, useResource } from '../components/resource';
import { SortHead, sorted } from '../components/table';
import { Listed } from '../components/text';
import { useVirtualRows } from '../components/virtual-rows';
import { counted, numberText } from '../format';
import { may } from '../session';
import { FoundTermsList } from './found-terms';
import { type ListedRow, type ReleaseList, withFound } from './release-list';
import { columns, ReleaseRow } from './release-row';
import { TermChanges } from './term-changes';

const ROW_PX = 44;
const NEAR_END = 40;

const titles = { releases: 'Releases', terms: 'Terms', changes: 'Glossary changes' };
type Kind = keyof typeof titles;

/** `kind` null: the first kind that has results. */
export function useListAddress() {
  const { path, query } = useLocation();
  const filter = Object.fromEntries(
    releaseFilterNames.map((name) => [name, query[name] ?? '']),
  ) as ReleaseFilter;
  const isFiltered = releaseFilterNames.some((name) => filter[name] !== '');
  const wanted = query.kind === 'terms' || query.kind === 'releases' ? query.kind : null;
  const kind: Kind | null = path === glossaryPath ? 'changes' : wanted;
  const isPlain = path === homePath && !isFiltered && kind === null;
  return { filter, isFiltered, kind, sorting: query.sort ?? '', isPlain };
}

export function AllReleases({ list }: { list: ReleaseList }) {
  const { filter, isFiltered, kind: wanted, sorting, isPlain } = useListAddress();
  const { q } = filter;
  const search = useResource(q, () => (q === '' ? Promise.resolve(null) : api.search(q)));
  const projects = useResource('projects', api.projects).value.value ?? [];
  const isSorted = sorting !== '';
  const filterKey = JSON.stringify([filter, isSorted]);
  useEffect(() => {
    if (wanted !== 'changes') list.show(filter, isSorted);
  }, [filterKey, wanted]);
  const found = q === '' ? null : search.value.value;
  const rows = useMemo(
    () => sorted(withFound(list.rows.value, found, filter), sorting, columns),
    [list.rows.value, found, filterKey, sorting],
  );
  const isReading = list.more.value || (q !== '' && found === null && search.error.value === null);
  const termCount = found?.terms.reduce((sum, { terms, more }) => sum + terms.length + more, 0) ?? 0;
  const kind = wanted ?? (rows.length === 0 && !isReading && termCount > 0 ? 'terms' : 'releases');
  const Title = isPlain ? 'h2' : 'h1';
  return (
    <section class="all-releases" aria-labelledby="releases-title">
      <div class="heading">
        <Title id="releases-title">{isPlain ? 'All releases' : titles[kind]}</Title>
        <span class="gap" />
        {may('operate') && kind === 'releases' && (
          <a class="button" href={newReleasePath}>
            Start a release
          </a>
        )}
      </div>
      {isPlain && projects.length > 0 && (
        <p class="project-links">
          What is live in <Listed names={projects} href={projectPath} />
        </p>
      )}
      <Filters filter={filter} kind={kind} rows={rows} projects={projects} />
      {(q !== '' || kind !== 'releases') && (
        <nav class="chips" aria-label="What is shown">
          {(['releases', 'terms', 'changes'] as const).map((name) => (
            <a key={name} class="chip button" href={pathOf(name, q)} aria-current={name === kind && 'true'}>
              {titles[name]} {name === 'terms' && found !== null && numberText(termCount)}
            </a>
          ))}
        </nav>
      )}
      {kind === 'changes' ? (
        <TermChanges filter={filter} />
      ) : (
        <>
          <ErrorMessage error={list.error.value} again={list.again} />
          <ErrorMessage error={search.error.value} again={search.reload} />
          <p class={isFiltered ? 'hint' : 'unseen'} role="status">
            {isFiltered && !isReading && summary(rows.length, q === '' ? null : termCount)}
          </p>
          {kind === 'terms' ? (
            <FoundTermsList releases={found?.terms ?? null} query={q} />
          ) : rows.length > 0 ? (
            <ReleaseTable key={JSON.stringify(filter)} rows={rows} list={list} sorting={sorting} />
          ) : isReading ? (
            list.error.value === null && <Loading />
          ) : isFiltered ? (
            <p class="empty">No release matches.</p>
          ) : (
            <FirstUse />
          )}
          {found !== null && <UnreadableReleases releases={found.unreadable} />}
          {found?.cut && <p class="muted">{cutWords(found)}</p>}
        </>
      )}
    </section>
  );
}

function pathOf(kind: Kind, q: string): string {
  const query = new URLSearchParams({ ...(q !== '' && { q }), ...(kind !== 'changes' && { kind }) });
  return `${kind === 'changes' ? glossaryPath : homePath}?${query.toString()}`;
}

const summary = (releases: number, terms: number | null): string =>
  `${counted(releases, 'release')}${terms === null ? '' : ` and ${counted(terms, 'term')}`} found.`;

function cutWords({ cut, lookedInto }: Found): string {
  const newest = `the newest ${counted(lookedInto, 'release')}`;
  return cut === 'time'
    ? `The search ran out of time after ${newest}. Older ones were searched by name only. Search again to continue, or enter more of the text.`
    : `There were enough results after ${newest}. Enter more of the text to see others.`;
}

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

interface TableProps {
  rows: readonly ListedRow[];
  list: ReleaseList;
  sorting: string;
}

function ReleaseTable({ rows, list, sorting }: TableProps) {
  const keyOf = (index: number): string => rows[index]?.id ?? '';
  const { body, last } = useVirtualRows({ count: rows.length, keyOf, usualPx: ROW_PX });
  // Checked again after each read, because the reader may have reached the end while another read was running.
  const mayRead = !list.reading.value && list.error.value === null;
  useEffect(() => {
    if (mayRead && last >= rows.length - NEAR_END) void list.readMore();
  }, [mayRead, last, rows.length]);
  return (
    <table class="releases" role="table" aria-rowcount={list.more.value ? -1 : rows.length + 1}>
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          {columns.map(({ name }) => (
            <SortHead key={name} name={name} sorting={sorting} onSort={(sort) => setAddress({ sort })}>
              {name}
            </SortHead>
          ))}
        </tr>
      </thead>
      {body((index) => rows[index] && <ReleaseRow row={rows[index]} index={index} />)}
    </table>
  );
}

const fields = {
  q: ['Search', 'Name, id or term'],
  project: ['Project', 'All projects'],
  branch: ['Branch', 'All branches'],
  starter: ['Started by', 'Anybody'],
  language: ['Language', 'All languages'],
} as const;

const ofTerms = 'Part of a term or a translation';

const fieldsOf: Readonly<Record<Kind, readonly (keyof typeof fields)[]>> = {
  releases: ['q', 'project', 'branch', 'starter', 'language'],
  terms: ['q'],
  changes: ['q', 'project'],
};

interface FiltersProps {
  filter: ReleaseFilter;
  kind: Kind;
  rows: readonly ListedRow[];
  projects: readonly string[];
}

function Filters({ filter, kind, rows, projects }: FiltersProps) {
  const options = useMemo(() => {
    const unique = (texts: readonly (string | null)[]): string[] =>
      [...new Set(texts.filter((text) => text !== null))].sort();
    return {
      q: [],
      project: projects,
      branch: unique(rows.map(({ branch }) => branch)),
      starter: unique(rows.map(({ startedBy }) => startedBy)),
      language: unique(rows.flatMap(({ languages }) => languages)),
    };
  }, [rows, projects]);
  return (
    <form class="release-search filters" role="search" onSubmit={(event) => event.preventDefault()}>
      {fieldsOf[kind].map((name) => (
        <SearchField
          key={name}
          label={fields[name][0]}
          placeholder={name === 'q' && kind !== 'releases' ? ofTerms : fields[name][1]}
          value={filter[name]}
          options={options[name]}
          onTyped={(text) => setAddress({ [name]: text })}
        />
      ))}
      {kind === 'releases' && (
        <SelectField
          label="State"
          value={filter.state}
          options={[['', 'All states'], ...releaseStates.map((state) => [state, state] as const)]}
          onChoose={(state) => setAddress({ state })}
        />
      )}
    </form>
  );
}
