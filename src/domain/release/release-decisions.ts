/** People's decisions about a release, the reasons against them, and their effects on its record. */
import { withLinks } from '../application-links';
import { newLanguages } from './release-languages';
import { currentStage, type ReleaseRecord } from './release-record';
import { addPausedTime, nextStage } from './release-transitions';
import { possibleActions } from '../problems/choices';
import type { Problem } from '../problems/problem';
import type { ResolveAction } from './stages';
import type { AnnouncedTarget, Pause, ReleaseStatus } from './status';
import { targetOutcome } from './target-outcome';
import { sentence } from '../text/sentence';

/** Beyond this number the older decisions go to the store, so that a record stays small. */
const MOST_DECISIONS = 100;
const RECENT_DECISIONS = 50;

export const BEING_CANCELLED = 'The release is being cancelled.';

export function closedFault({ ended, state }: ReleaseRecord, isCancelling: boolean): string | null {
  if (ended) return `The release has ended as ${state}.`;
  return isCancelling ? BEING_CANCELLED : null;
}

export function resolutionFault(
  record: ReleaseRecord,
  { action, since }: { action: ResolveAction; since?: string },
): string | null {
  const { state, resolution, waitingFor, problem } = record;
  if (state !== 'parked' && state !== 'partial')
    return `The release is ${state}. There is nothing to resolve.`;
  if (resolution !== null) return `${resolution.by} has just resolved it.`;
  if (since !== undefined && since !== waitingFor?.since)
    return 'The release waits for another decision by now. Look at that first.';
  const stage = currentStage(record);
  const possible = possibleActions({ state, stage, waitingFor, problem });
  if (possible.includes(action)) return null;
  return action === 'skip' && stage !== null
    ? `The stage ${stage} cannot be skipped: the stages after it need it.`
    : `${action} is not possible here. Possible: ${possible.join(', ')}.`;
}

/** Problem codes that prove that no task was created: a refused request, or a failed check before it. */
const REFUSED_CREATION = /^(preflight|gate_budget|40[0134]|413|422)$/;

type Replaceable = Pick<ReleaseStatus, 'state' | 'taskId'> & { problem: Pick<Problem, 'code'> | null };

/** Nothing was paid for yet, so that a corrected file can take the release's place. */
export function canBeReplaced(status: Replaceable): boolean {
  const { state, taskId, problem } = status;
  return state === 'parked' && taskId === null && REFUSED_CREATION.test(problem?.code ?? '');
}

export function resolve(
  record: ReleaseRecord,
  { by, action, reason = null }: { by: string; action: ResolveAction; reason?: string | null },
  at: string,
): void {
  record.resolution = { action, by, reason };
  decide(record, { at, by, what: `resolve ${action}`, why: reason });
}

/** Applies a person's decision whether the post is out on the accounts that are not known to be published. */
export function markAnnounced({ announcement, settings }: ReleaseRecord, { live }: { live: boolean }): void {
  if (announcement === null) return;
  const unread = (settings?.accounts ?? []).map(({ id, platform }) => ({
    accountId: id,
    platform,
    status: '',
    errorCode: null,
    message: null,
  }));
  const targets: AnnouncedTarget[] = announcement.targets.length > 0 ? announcement.targets : unread;
  announcement.accepted = true;
  announcement.targets = targets.map((target) => {
    if (targetOutcome(target) === 'published') return target;
    // The service's status may still show what the person denied, until the post is sent again.
    if (!live) announcement.refusals = { ...announcement.refusals, [target.accountId]: NOT_LIVE };
    const status = live ? 'published' : 'failed';
    return { ...target, status, errorCode: live ? null : NOT_LIVE.code, message: null };
  });
}

const NOT_LIVE = { code: 'not_live', said: null };

/** A pause that could hold nothing back is refused. */
export function pauseFault(record: ReleaseRecord): string | null {
  const { paused, announcement, state, hold, lateLanguages } = record;
  if (paused !== null) return 'It is paused already.';
  // Late languages may follow the announcement, and a pause holds their stages back.
  const isLast = (nextStage(record) ?? 'announce') === 'announce';
  if (announcement === null || state === 'partial' || !isLast) return null;
  const { scheduledAt, accepted } = announcement;
  if (scheduledAt !== undefined && !accepted)
    return withLinks(
      `The service publishes the announcement by itself, at ${scheduledAt}: a pause could not hold it back. Delete or move the post in the application.`,
      record.settings?.links ?? {},
    );
  // An announcement on hold is being sent again to the accounts on which it failed.
  const isOut = accepted && hold === null && lateLanguages.length === 0;
  return isOut ? 'The announcement is out, and nothing comes after it that could be held back.' : null;
}

/** Nothing irreversible begins until the release is resumed; calls that were sent run to their end. */
export function pause(record: ReleaseRecord, pause: Pause): void {
  record.paused = pause;
  decide(record, { ...pause, what: 'pause' });
}

export function resume(record: ReleaseRecord, decision: Pause): void {
  addPausedTime(record, decision.at);
  record.paused = null;
  decide(record, { ...decision, what: 'resume' });
}

/** Returns the languages that were added. Languages that the release has already are no fault. */
export function addLanguages(
  record: ReleaseRecord,
  { by, languages, reason }: { by: string; languages: readonly string[]; reason?: string },
  at: string,
): string[] {
  const added = newLanguages(record, languages);
  record.lateLanguages.push(...added);
  const what = `add languages ${added.join(', ')}`;
  if (added.length > 0) decide(record, { at, by, what, why: reason ?? null });
  return added;
}

export function decide(record: ReleaseRecord, decision: ReleaseRecord['decisions'][number]): void {
  // A decision that had to wait is listed at its own time, among those made meanwhile.
  const later = record.decisions.findIndex(({ at }) => at > decision.at);
  record.decisions.splice(later < 0 ? record.decisions.length : later, 0, decision);
}

/** The decisions that now go to the store, the oldest first; empty while the record is small. */
export function decisionsToStore({ decisions }: ReleaseRecord): ReleaseRecord['decisions'] {
  return decisions.length > MOST_DECISIONS ? decisions.slice(0, -RECENT_DECISIONS) : [];
}

/** Only the stored ones are removed, because others may have been made meanwhile. */
export function decisionsStored(record: ReleaseRecord, stored: number, digest: string): void {
  record.decisions = record.decisions.slice(stored);
  record.earlierDecisions = { digest, count: (record.earlierDecisions?.count ?? 0) + stored };
}

export function ignoredText(signal: string, { by, fault }: { by: string | null; fault: string }): string {
  return `The signal ${signal}${by === null ? '' : ` of ${by}`} was ignored: ${sentence(fault)} It changed nothing.`;
}
