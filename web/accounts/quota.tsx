import type { Accounts } from '../../src/protocol/accounts-api';
import { numberText } from '../count-text';

const LOW = 0.1;

/** What the plan still allows: it is of the workspace, for all of its accounts together. */
export function Quota({
  workspace: { name, scheduledPosts },
}: {
  workspace: NonNullable<Accounts['workspace']>;
}) {
  return (
    <p class="quota">
      {name !== '' && (
        <>
          Workspace <bdi>{name}</bdi>.
        </>
      )}{' '}
      {scheduledPosts === null ? (
        'The plan has no limit on scheduled posts.'
      ) : (
        <span class={scheduledPosts.left < scheduledPosts.limit * LOW ? 'lacks' : ''}>
          {numberText(scheduledPosts.left)} of {numberText(scheduledPosts.limit)} scheduled posts are left
          this month.
        </span>
      )}
    </p>
  );
}
