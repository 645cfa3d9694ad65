/** The effects of a release that cannot be undone, for the person who ends it. */
import type { ReleaseStatus } from '../release/status';
import { counted } from '../text/counted';
import type { Form } from './problem';

export type DoneSoFar = ReturnType<typeof doneSoFar>;

export function doneSoFar(status: ReleaseStatus) {
  const { stages, taskId, publishJobId, export: exported, announcement } = status;
  const is = (stage: string, wanted: string): boolean =>
    stages.some(({ name, state }) => name === stage && state === wanted);
  const { postId = null, targets = [], sentAt = null, scheduledAt = null, accepted } = announcement ?? {};
  const posts = targets.flatMap((target) => target.postId ?? []);
  const earlier = [...new Set(posts)].filter((id) => id !== postId);
  // The service translates nothing before the terms are confirmed, and may begin as soon as it has scanned.
  const unlessOpen = is('translate', 'pending') ? ('unknown' as const) : ('yes' as const);
  return {
    taskId,
    translated: is('confirm', 'waiting') ? ('no' as const) : unlessOpen,
    isPublished: is('publish', 'done'),
    publishJobId,
    files: exported?.files.length ?? 0,
    published: accepted === true && postId !== null ? [...earlier, postId] : earlier,
    /** The id of a post that may be published. */
    sent: accepted !== true && sentAt !== null ? postId : null,
    /** A post that the service publishes by itself; `postId` is null when the reply was lost. */
    scheduled:
      accepted !== true && sentAt === null && scheduledAt !== null ? { postId, at: scheduledAt } : null,
  };
}

const paidText: Readonly<Record<DoneSoFar['translated'], string>> = {
  yes: 'its translations are paid for',
  no: 'nothing of it is translated',
  unknown: 'what it has translated is paid for',
};

export function doneText(done: DoneSoFar, { time }: Form): string {
  const { taskId, translated, isPublished, publishJobId, files, published, sent, scheduled } = done;
  const results: string[] = [];
  if (taskId !== null) results.push(`task ${taskId} stays at the service, and ${paidText[translated]}`);
  if (isPublished)
    results.push('the translations are published to the project and replaced the earlier ones');
  else if (publishJobId !== null)
    results.push(`publish job ${publishJobId} was started and continues at the service`);
  if (files > 0)
    results.push(`${counted(files, 'exported file')} ${files === 1 ? 'stays' : 'stay'} in place`);
  results.push(...published.map((id) => `post ${id} is published and cannot be recalled`));
  if (sent !== null) results.push(`post ${sent} may be published (check in the application)`);
  if (scheduled !== null)
    results.push(
      `${scheduled.postId === null ? 'a post' : `post ${scheduled.postId}`} is scheduled at the service for ${time(scheduled.at)}, and goes out unless it is deleted in the application`,
    );
  return results.length === 0 ? 'Nothing had been done yet.' : `Cannot be undone: ${results.join('; ')}.`;
}
