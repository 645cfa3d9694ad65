import type { ComponentChildren } from 'preact';
import { releasePath } from '../../src/domain/console-paths';
import { holdWords, stageNames, stageTitles } from '../../src/domain/release/stages';
import { StateBadge } from '../components/icon';
import { Branch, ReleaseTitle } from '../components/release-name';
import type { SortColumn } from '../components/table';
import { When } from '../components/when';
import { languageName } from '../format';
import type { ListedRow } from './release-list';

interface Column extends SortColumn<ListedRow> {
  className?: string;
  cell: (row: ListedRow) => ComponentChildren;
}

/** The first one is the head of its row. */
export const columns: readonly Column[] = [
  {
    name: 'Release',
    sortBy: ({ id }) => id,
    cell: (row) => (
      <>
        <a href={releasePath(row)}>
          <ReleaseTitle project={row.project} name={row.name} />
        </a>{' '}
        <Branch name={row.branch} />
        {row.foundBy !== undefined && <FoundBy found={row.foundBy} />}
      </>
    ),
  },
  {
    name: 'State',
    sortBy: ({ state }) => state ?? '',
    cell: ({ state, heldFor }) =>
      state !== null && <StateBadge state={heldFor === null ? state : 'waiting'} />,
  },
  {
    name: 'Stage',
    sortBy: ({ stage }) => stage ?? '',
    cell: ({ stage, state }) => state !== null && <StageDots stage={stage} state={state} />,
  },
  {
    name: 'Waits for',
    className: 'row-waits',
    sortBy: ({ waitingFor, waitingSince }) => `${waitingFor ?? '~'} ${waitingSince ?? ''}`,
    cell: waitCell,
  },
  {
    name: 'Languages',
    sortBy: ({ languages }) => languages.join(', '),
    cell: ({ languages }) => <bdi>{languages.join(', ')}</bdi>,
  },
  {
    name: 'Started by',
    sortBy: ({ startedBy }) => startedBy ?? '',
    cell: ({ startedBy }) => <bdi>{startedBy}</bdi>,
  },
  {
    name: 'Started',
    className: 'row-started',
    sortBy: ({ startedAt }) => startedAt,
    cell: ({ startedAt }) => startedAt !== '' && <When at={startedAt} />,
  },
  {
    name: 'Ended',
    className: 'row-ended',
    sortBy: ({ endedAt }) => endedAt ?? '',
    cell: ({ endedAt }) => endedAt !== null && <When at={endedAt} />,
  },
];

export function ReleaseRow({ row, index }: { row: ListedRow; index: number }) {
  return (
    <tr data-index={index} role="row" aria-rowindex={index + 2}>
      {columns.map(({ name, className, cell }, at) =>
        at === 0 ? (
          <th key={name} role="rowheader" scope="row">
            {cell(row)}
          </th>
        ) : (
          <td key={name} role="cell" class={className}>
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

const waits = { terms: 'term review', decision: 'decision' };

function waitCell({ heldFor, heldBehind, waitingFor, waitingSince }: ListedRow) {
  return (
    <>
      {heldFor !== null && holdWords[heldFor]}
      {heldBehind !== null && <span class="muted"> ({heldBehind})</span>}
      {waitingFor !== null && (
        <>
          {waits[waitingFor]}{' '}
          {waitingSince !== null && (
            <span class="muted">
              since <When at={waitingSince} />
            </span>
          )}
        </>
      )}
    </>
  );
}

const found = { language: 'Language', task: 'Task', post: 'Post' };

/** Shows why a row is in the list, where its name does not. */
function FoundBy({ found: { by, matched } }: { found: NonNullable<ListedRow['foundBy']> }) {
  if (by === 'name') return null;
  return (
    <span class="muted">
      {found[by]} <bdi>{by === 'language' ? languageName(matched) : matched}</bdi>
    </span>
  );
}

function StageDots({ stage, state }: { stage: string | null; state: string }) {
  // A partial release has failed in the last stage, its announcement.
  const at = state === 'partial' ? 'announce' : stage;
  const place = state === 'done' ? stageNames.length : stageNames.findIndex((name) => name === at);
  const current = stageNames[place];
  if (place === -1) return <bdi class="muted">{stage ?? '–'}</bdi>;
  return (
    <span class="stage-dots row">
      <span class={`dots state-${state}`} aria-hidden="true">
        {stageNames.map((name, index) => (
          <i key={name} class={index < place ? 'past' : index === place ? 'now' : ''} />
        ))}
      </span>
      <span>
        {current === undefined ? 'All stages' : stageTitles[current]}
        {current !== undefined && (
          <span class="muted">
            {' '}
            {state === 'partial' ? 'failed in part' : `${place + 1} of ${stageNames.length}`}
          </span>
        )}
      </span>
    </span>
  );
}
