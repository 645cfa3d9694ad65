import type { Accounts } from '../../src/protocol/accounts-api';
import { numberText } from '../count-text';
import { words } from '../messages/words';

const LOW = 0.1;

/** What the plan still allows: it is of the workspace, for all of its accounts together. */
export function Quota({
  workspace: { name, scheduledPosts },
}: {
  workspace: NonNullable<Accounts['workspace']>;
}) {
  return (
    <p class="quota">
      {name !== '' && words.accounts.quotaOf(<bdi>{name}</bdi>)}{' '}
      {scheduledPosts === null ? (
        words.accounts.noQuota
      ) : (
        <span class={scheduledPosts.left < scheduledPosts.limit * LOW ? 'lacks' : ''}>
          {words.accounts.quota(numberText(scheduledPosts.left), numberText(scheduledPosts.limit))}
        </span>
      )}
    </p>
  );
}
