/** Runs one stage of a release: once, resumably, and with a person's decision where it cannot continue. */
import { isCancellation } from '@temporalio/workflow';
import type { Problem } from '../domain/problems/problem';
import { markAnnounced } from '../domain/release/release-decisions';
import * as transitions from '../domain/release/release-transitions';
import type { Resolution } from '../domain/release/release-record';
import { skippableStages, type StageName } from '../domain/release/stages';
import { Overtaken, untilResumed } from './write-guard';
import { keepEarlierDecisions } from './keep-manifest';
import { abortedBy, asStageProblem, NeedsDecision, ReleaseFailure } from './problems';
import { now, type ReleaseRun } from './release-run';
import { PUBLISHED_OVER } from './turn';

export async function runStage(
  release: ReleaseRun,
  name: StageName,
  work: (release: ReleaseRun) => Promise<void>,
  { wanted = () => true }: { wanted?: () => boolean } = {},
): Promise<void> {
  const { record } = release;
  while (transitions.nextStage(record) === name) {
    const problem = transitions.parkedProblem(record, name) ?? (await attempt(release, name, work, wanted));
    if (problem === null) continue;
    carryOut(release, name, problem, await release.resolution(name));
    // After a pause, the next stage may not begin for long, so the status is published now.
    release.show();
  }
}

/** Returns the problem that only a person can decide, or null. */
async function attempt(
  release: ReleaseRun,
  name: StageName,
  work: (release: ReleaseRun) => Promise<void>,
  wanted: () => boolean,
): Promise<Problem | null> {
  await keepEarlierDecisions(release);
  await untilResumed(release);
  if (!wanted()) {
    release.end(name, 'skipped');
    return null;
  }
  // A stage that a continued run finds waiting stays open to people.
  if (release.stage(name).state !== 'waiting') release.begin(name);
  try {
    await work(release);
    // A stage that has found nothing to do is skipped already.
    if (release.stage(name).state !== 'skipped') release.end(name, 'done');
    return null;
  } catch (error) {
    if (isCancellation(error)) throw error;
    if (error instanceof Overtaken) {
      transitions.overtakeStage(release.record, name);
      return null;
    }
    const cause = asStageProblem(error);
    // If the release can continue without the stage, a person decides even about a permanent refusal.
    const isForPeople =
      cause instanceof NeedsDecision || (cause instanceof ReleaseFailure && skippableStages.has(name));
    if (!isForPeople) throw cause;
    const problem = transitions.withTrace(release.record, name, cause.problem);
    await release.park(name, problem);
    return problem;
  }
}

/** A `retry` only attempts again; that of an export includes languages added meanwhile. */
function carryOut(
  release: ReleaseRun,
  name: StageName,
  problem: Problem,
  { action, by, reason }: Resolution,
): void {
  const { record } = release;
  if (action === 'abort') throw abortedBy(problem, { by, reason });
  if (problem.code === PUBLISHED_OVER) {
    if (action === 'retry') transitions.publishAgain(record);
    else transitions.acceptPublished(record, by);
  } else if (action === 'skip') transitions.skipStage(record, name, now());
  else if (action === 'retry' && name === 'export') transitions.reopenForLateLanguages(record);
  else if (action === 'not-live' && (record.announcement?.postId ?? null) === null) {
    // A person found no such post, so that it may be created anew.
    record.lostAnswer = null;
  } else if (action === 'live' || action === 'not-live') {
    markAnnounced(record, { live: action === 'live' });
    release.end(name, 'done');
  }
}
