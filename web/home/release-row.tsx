import type { ReleaseRow as Row } from '../../src/protocol/console-api';
import { releasePath } from '../../src/domain/console-paths';
import { holdWords } from '../../src/domain/stages';
import { Branch } from '../components/branch';
import { ReleaseTitle } from '../components/release-title';
import { StateBadge } from '../components/state-badge';
import { When } from '../components/when';
import { StageDots } from './stage-dots';

const waits = { terms: 'term review', decision: 'decision' };

export function ReleaseRow({ row, index }: { row: Row; index: number }) {
  return (
    <tr data-index={index} role="row" aria-rowindex={index + 2}>
      <th role="rowheader" scope="row">
        <a href={releasePath(row)}>
          <ReleaseTitle project={row.project} name={row.name} />
        </a>{' '}
        <Branch name={row.branch} />
      </th>
      <td role="cell">
        <StateBadge state={row.heldFor === null ? row.state : 'waiting'} />
      </td>
      <td role="cell">
        <StageDots stage={row.stage} state={row.state} />
      </td>
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
        <When at={row.startedAt} />
      </td>
      <td role="cell" class="row-ended">
        {row.endedAt !== null && <When at={row.endedAt} />}
      </td>
    </tr>
  );
}
