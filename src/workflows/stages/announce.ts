/**
 * Tells the world: drafts the post, has it published on every account, and waits for what becomes of it. An account
 * that fails never undoes the release.
 */
import { sleep } from '@temporalio/workflow';
import { stringsOf } from '../../domain/planned-announcement';
import { warn } from '../../domain/release-transitions';
import { once, repeatable } from '../activity-proxies';
import { needsDecision } from '../problems';
import { now, type ReleaseRun } from '../release-run';
import { startOnce } from '../start-once';
import { awaitTargets } from './announced-targets';
import { publishEverywhere } from './publish-announcement';

export async function announceRelease(release: ReleaseRun): Promise<void> {
  const { spec, record } = release;
  if (spec.announce === undefined) return;
  const announcement = (record.announcement ??= {
    postId: spec.announce.postId ?? null,
    publishSentAt: null,
    accepted: false,
    targets: [],
    retries: {},
  });
  if (announcedLanguages(release).length === 0) {
    warn(record, 'Not announced: none of the languages is in the exported files.');
    return;
  }
  const isScheduled = spec.announce.by === 'service' && isAhead(spec.announce.at);
  if (!isScheduled) await holdUntil(release, spec.announce.at);
  announcement.postId ??= await createDraft(release, isScheduled ? spec.announce.at : undefined);
  if (announcement.scheduledAt !== undefined) {
    await holdUntil(release, announcement.scheduledAt);
  } else if (!announcement.accepted) {
    await publishEverywhere(release, announcement, announcement.postId);
  }
  announcement.accepted = true;
  await awaitTargets(release, announcement, announcement.postId);
}

/** Those that are in a file, where files were asked for. */
function announcedLanguages({ record }: ReleaseRun): string[] {
  return record.languages.filter((language) => !record.missingLanguages.includes(language));
}

function isAhead(at: string | undefined): boolean {
  return at !== undefined && Date.parse(at) > Date.now();
}

async function holdUntil(release: ReleaseRun, at: string | undefined): Promise<void> {
  if (at === undefined) return;
  const waitMs = Date.parse(at) - Date.now();
  if (waitMs <= 0) return;
  release.hold('announce');
  await sleep(waitMs, { summary: `announced not before ${at}` });
  release.begin('announce');
}

/** A draft has no key that we may rely on: after a lost reply it is looked for by its text and accounts. */
async function createDraft(release: ReleaseRun, scheduledAt: string | undefined): Promise<string> {
  const { record, spec } = release;
  const draft = {
    release: release.name,
    text: spec.announce?.text ?? '',
    accountIds: (record.settings?.accounts ?? []).map(({ id }) => id),
    languages: announcedLanguages(release),
    strings: stringsOf(release.input.source),
    key: `draft:${record.firstRunId}`,
    ...(scheduledAt === undefined ? {} : { scheduledAt }),
  };
  const { postId } = await startOnce(release, {
    what: 'the draft of the announcement',
    call: () => once.createDraft(draft),
    find: async (sentAt) => {
      const { postIds, isWhole = true } = await repeatable.findDrafts({ ...draft, sentAt });
      const [postId, another] = postIds;
      if (postId !== undefined && another === undefined) return { found: { postId } };
      // A second draft does no harm, because one is published. A second post that the service sends does.
      if (postId === undefined && isWhole && scheduledAt === undefined) return 'absent';
      if (postId === undefined)
        return {
          unclear: 'it was in none of the posts that the service listed with a text',
          lookAgain: scheduledAt !== undefined,
        };
      throw needsDecision(
        'outcome_unknown',
        `The draft of the announcement was sent at ${sentAt}, and the reply was lost. At ${now()} the drafts ` +
          `${postIds.join(', ')} all had its text and accounts. Nothing was published. Delete all but one in the application, then retry.`,
      );
    },
  });
  if (record.announcement !== null && scheduledAt !== undefined)
    record.announcement.scheduledAt = scheduledAt;
  return postId;
}
