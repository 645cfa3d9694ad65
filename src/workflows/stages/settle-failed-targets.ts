/**
 * A post that failed on some accounts leaves the release partial: open for a retry of just these, until someone takes it
 * as it is, a language is added, or a month has passed.
 */
import type { Problem } from '../../domain/problems/problem';
import type { Resolution } from '../../domain/release-record';
import { markAnnounced } from '../../domain/release-decisions';
import { nextStage, openPartial, takeResolution } from '../../domain/release-transitions';
import { keepEarlierDecisions, keepManifest } from '../keep-manifest';
import { now, type ReleaseRun } from '../release-run';
import { tellNightlyRun } from '../tell-nightly-run';
import { wait } from '../wait';
import { announcedInPart, failedTargets } from './announced-targets';

const PARTIAL_OPEN_MS = 30 * 86_400_000;

export async function settleFailedTargets(release: ReleaseRun): Promise<void> {
  const { record } = release;
  const { announcement } = record;
  if (nextStage(record) !== null || announcement === null) return;
  const { retryProblem } = announcement;
  if (retryProblem === undefined && failedTargets(release).length === 0) return;
  // A continued run may be open for a decision.
  if (record.state !== 'partial') await openForRetry(release, retryProblem ?? announcedInPart(release));
  const resolution = await awaitRetry(release);
  if (resolution?.action === 'live') markAnnounced(record, { live: true });
  delete announcement.retryProblem;
  if (resolution?.action !== 'retry') return;
  announcement.isRetried = true;
  release.postpone('announce');
}

async function openForRetry(release: ReleaseRun, found: Problem): Promise<void> {
  const dueAt = new Date(Date.now() + PARTIAL_OPEN_MS).toISOString();
  openPartial(release.record, found, { since: now(), dueAt });
  const { problem } = release.record;
  release.show();
  const choices = release.status().choices.map(({ label }) => label);
  release.outbox.put({ event: 'release.partial', problem: problem ?? found, choices, dueAt });
  // It has no need to wait for what becomes of the announcement.
  await tellNightlyRun('partial');
  await keepEarlierDecisions(release);
  await keepManifest(release, { state: 'partial', problem });
}

/** Until a person decides, a language is added, or nobody came in the time given; null where nobody decided. */
async function awaitRetry(release: ReleaseRun): Promise<Resolution | null> {
  const { record } = release;
  const dueAtMs = Date.parse(record.waitingFor?.dueAt ?? now());
  const isOver = (): boolean => record.resolution !== null || record.lateLanguages.length > 0;
  while (!isOver() && Date.now() < dueAtMs)
    await wait(release, isOver, { forMs: dueAtMs - Date.now(), summary: 'open for a decision' });
  if (record.resolution !== null) return takeResolution(record, 'announce', now());
  record.waitingFor = null;
  return null;
}
