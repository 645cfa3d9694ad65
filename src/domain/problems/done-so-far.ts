/** The effects of a release that cannot be undone, for the person who ends it. */
import type { ReleaseStatus } from '../release/status';
import type { Form } from './problem';

export interface DoneSoFar {
  taskId: string | null;
  /** Whether the service has begun to translate. `unknown`: it may begin as soon as it has scanned. */
  translated: 'yes' | 'no' | 'unknown';
  isPublished: boolean;
  publishJobId: string | null;
  files: number;
  published: string[];
  /** The id of a post that may be published. */
  sent: string | null;
  /** A post that the service publishes by itself; `postId` is null when the reply was lost. */
  scheduled: { postId: string | null; at: string } | null;
}

export function doneSoFar({
  stages,
  taskId,
  publishJobId,
  export: exported,
  announcement,
}: ReleaseStatus): DoneSoFar {
  const is = (stage: string, wanted: string): boolean =>
    stages.some(({ name, state }) => name === stage && state === wanted);
  const done: DoneSoFar = {
    taskId,
    // The service translates nothing before the terms are confirmed.
    translated: is('confirm', 'waiting') ? 'no' : is('translate', 'pending') ? 'unknown' : 'yes',
    isPublished: is('publish', 'done'),
    publishJobId,
    files: exported?.files.length ?? 0,
    published: [],
    sent: null,
    scheduled: null,
  };
  if (announcement === null) return done;
  const { postId, targets, sentAt, scheduledAt, accepted } = announcement;
  const earlier = [...new Set(targets.flatMap((target) => target.postId ?? []))].filter(
    (id) => id !== postId,
  );
  return {
    ...done,
    published: accepted && postId !== null ? [...earlier, postId] : earlier,
    sent: !accepted && sentAt !== null ? postId : null,
    scheduled: !accepted && sentAt === null && scheduledAt !== null ? { postId, at: scheduledAt } : null,
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
    results.push(`${files === 1 ? '1 exported file stays' : `${files} exported files stay`} in place`);
  results.push(...published.map((id) => `post ${id} is published and cannot be recalled`));
  if (sent !== null) results.push(`post ${sent} may be published (check in the application)`);
  if (scheduled !== null)
    results.push(
      `${scheduled.postId === null ? 'a post' : `post ${scheduled.postId}`} is scheduled at the service for ${time(scheduled.at)}, and goes out unless it is deleted in the application`,
    );
  return results.length === 0 ? 'Nothing had been done yet.' : `Cannot be undone: ${results.join('; ')}.`;
}
