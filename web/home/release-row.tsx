import { releasePath } from '../../src/domain/console-paths';
import { holdWords, stageNames, stageTitles } from '../../src/domain/release/stages';
import { StateBadge } from '../components/icon';
import { Branch, ReleaseTitle } from '../components/release-name';
import { When } from '../components/when';
import { languageName } from '../format';
import type { ListedRow } from './release-list';

const waits = { terms: 'term review', decision: 'decision' };

export function ReleaseRow({ row, index }: { row: ListedRow; index: number }) {
  return (
    <tr data-index={index} role="row" aria-rowindex={index + 2}>
      <th role="rowheader" scope="row">
        <a href={releasePath(row)}>
          <ReleaseTitle project={row.project} name={row.name} />
        </a>{' '}
        <Branch name={row.branch} />
        {row.by !== undefined && <FoundBy found={row.by} />}
      </th>
      <td role="cell">
        {row.state !== null && <StateBadge state={row.heldFor === null ? row.state : 'waiting'} />}
      </td>
      <td role="cell">{row.state !== null && <StageDots stage={row.stage} state={row.state} />}</td>
      <td role="cell" class="row-waits">
        {row.heldFor !== null && holdWords[row.heldFor]}
        {row.heldBehind !== null && <span class="muted"> ({row.heldBehind})</span>}
        {row.waitingFor !== null && (
          <>
            {waits[row.waitingFor]}{' '}
            {row.waitingSince !== null && (
              <span class="muted">
                since <When at={row.waitingSince} />
              </span>
            )}
          </>
        )}
      </td>
      <td role="cell" class="row-languages">
        <bdi>{row.languages.join(', ')}</bdi>
      </td>
      <td role="cell" class="row-starter">
        <bdi>{row.startedBy}</bdi>
      </td>
      <td role="cell" class="row-started">
        {row.startedAt !== '' && <When at={row.startedAt} />}
      </td>
      <td role="cell" class="row-ended">
        {row.endedAt !== null && <When at={row.endedAt} />}
      </td>
    </tr>
  );
}

const found = { language: 'Language', task: 'Task', post: 'Post' };

/** Shows why a row is in the list, where its name does not. */
function FoundBy({ found: { by, matched } }: { found: NonNullable<ListedRow['by']> }) {
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
    <span class="stage-dots">
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
