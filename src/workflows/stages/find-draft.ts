/** Looks for a draft whose reply was lost: it has no key that we may rely on, so its text and accounts tell. */
import type { ActivityInput } from '../../protocol/activity-inputs';
import { reads } from '../activity-proxies';
import { needsDecision } from '../problems';
import { now } from '../release-run';
import type { Evidence } from '../start-once';

export async function findDraft(
  draft: ActivityInput<'createDraft'>,
  sentAt: string,
): Promise<Evidence<{ postId: string }>> {
  const { postIds, isWhole } = await reads.findDrafts({ ...draft, sentAt });
  const [postId, another] = postIds;
  if (postId !== undefined && another === undefined) return { found: { postId } };
  const isScheduled = draft.scheduledAt !== undefined;
  // A second draft does no harm, because one is published. A second post that the service sends does.
  if (postId === undefined && isWhole && !isScheduled) return 'absent';
  if (postId === undefined)
    return {
      unclear: 'it was in none of the posts that the service listed with a text',
      lookAgain: isScheduled,
    };
  throw needsDecision('outcome_unknown', {
    what: 'the draft of the announcement',
    ...{ sentAt, loss: null, lookFault: null, isKeyed: false },
    seen: { at: now(), what: `the drafts ${postIds.join(', ')} all had its text and accounts` },
    first: 'Nothing was published. Delete all but one of the drafts in the application.',
    things: postIds.map((id) => ({ kind: 'post', id })),
  });
}
