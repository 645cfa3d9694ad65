import type { ReleaseRow as Row } from '../../src/protocol/console-api';
import { releasePath } from '../../src/domain/console-paths';
import { ReleaseTitle } from '../components/release-title';
import { StateBadge } from '../components/state-badge';
import { When } from '../components/when';
import { words } from '../messages/words';
import { StageDots } from './stage-dots';

export function ReleaseRow({ row, index }: { row: Row; index: number }) {
  return (
    <tr data-index={index} role="row" aria-rowindex={index + 2}>
      <th role="rowheader" scope="row">
        <a href={releasePath(row)}>
          <ReleaseTitle project={row.project} name={row.name} />
        </a>
      </th>
      <td role="cell">
        <StateBadge state={row.heldFor === null ? row.state : 'waiting'} />
      </td>
      <td role="cell">
        <StageDots stage={row.stage} state={row.state} />
      </td>
      <td role="cell" class="row-waits">
        {row.heldFor !== null && words.inbox.holds[row.heldFor]}
        {row.heldBehind !== null && <span class="muted"> ({row.heldBehind})</span>}
        {row.waitingFor !== null && (
          <>
            {words.inbox.waits[row.waitingFor]}{' '}
            {row.waitingSince !== null && (
              <span class="muted">{words.inbox.since(<When at={row.waitingSince} />)}</span>
            )}
          </>
        )}
      </td>
      <td role="cell" class="row-started">
        <When at={row.startedAt} />
      </td>
    </tr>
  );
}
