import type { Draft } from '../../activities/announcement';
import type { ActivityInput } from '../../protocol/activity-inputs';
import { reads } from '../activity-proxies';
import { needsDecision } from '../problems';
import { now } from '../release-run';
import type { Evidence } from '../start-once';

/** Searches by text and accounts, because a draft has no key that is certain to work. */
export async function findDraft(
  draft: ActivityInput<'createDraft'>,
  sentAt: string,
): Promise<Evidence<Draft>> {
  const { text, postIds, isWhole } = await reads.findDrafts({ ...draft, sentAt });
  const [postId, another] = postIds;
  if (postId !== undefined && another === undefined) return { found: { postId, text } };
  const isScheduled = draft.scheduledAt !== undefined;
  // A second draft does no harm, because only one is published. A second post scheduled at the service does.
  if (postId === undefined && isWhole && !isScheduled) return 'absent';
  if (postId === undefined)
    return {
      unclear: 'it was in none of the posts that the service listed with a text',
      searchAgain: isScheduled,
    };
  throw needsDecision('outcome_unknown', {
    what: 'the draft of the announcement',
    sentAt,
    loss: null,
    isKeyed: false,
    seen: { at: now(), what: `the drafts ${postIds.join(', ')} all had its text and accounts` },
    first: 'Nothing was published. Delete all but one of the drafts in the application.',
    things: postIds.map((id) => ({ kind: 'post', id })),
  });
}
