/** Runs one stage of a release: once, resumably, and with a person's decision where it cannot go on. */
import { isCancellation } from '@temporalio/workflow';
import type { Problem } from '../domain/problems/problem';
import { markAnnounced } from '../domain/release/release-decisions';
import * as transitions from '../domain/release/release-transitions';
import type { Resolution } from '../domain/release/release-record';
import { skippableStages, type StageName } from '../domain/release/stages';
import { Overtaken, untilResumed } from './write-guard';
import { keepEarlierDecisions } from './keep-manifest';
import { abortedBy, asStageProblem, NeedsDecision, ReleaseFailure } from './problems';
import type { ReleaseRun } from './release-run';
import { PUBLISHED_OVER } from './turn';

export async function runStage(
  release: ReleaseRun,
  name: StageName,
  work: (release: ReleaseRun) => Promise<void>,
  { wanted = () => true }: { wanted?: () => boolean } = {},
): Promise<void> {
  const { record } = release;
  while (transitions.nextStage(record) === name) {
    // A continued run may have been parked.
    const problem = transitions.parkedProblem(record, name) ?? (await attempt(release, name, work, wanted));
    if (problem === null) continue;
    carryOut(release, name, problem, await release.resolution(name));
    // It may be paused, and what comes next not begin for long.
    release.show();
  }
}

/** Why only a person can decide how it continues, or null. */
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
  // A continued run finds a stage that waits as it was, and open to people.
  if (release.stage(name).state !== 'waiting') release.begin(name);
  try {
    await work(release);
    // One that has found nothing to do has ended itself.
    if (release.stage(name).state !== 'skipped') release.end(name, 'done');
    return null;
  } catch (error) {
    if (isCancellation(error)) throw error;
    if (error instanceof Overtaken) {
      transitions.overtakeStage(release.record, name);
      return null;
    }
    const cause = asStageProblem(error);
    // Where the release can go on without the stage, even a refusal for good leaves a person the choice.
    const isForPeople =
      cause instanceof NeedsDecision || (cause instanceof ReleaseFailure && skippableStages.has(name));
    if (!isForPeople) throw cause;
    const problem = transitions.withTrace(release.record, name, cause.problem);
    await release.park(name, problem);
    return problem;
  }
}

/** What a person has decided; `retry` needs nothing but another attempt, of an export with the languages that came before it. */
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
  } else if (action === 'skip') release.skip(name);
  else if (action === 'retry' && name === 'export') transitions.reopenForLateLanguages(record);
  else if (action === 'not-live' && (record.announcement?.postId ?? null) === null) {
    // A person looked, and there is no such post, so that it may be created anew.
    record.lostAnswer = null;
  } else if (action === 'live' || action === 'not-live') {
    markAnnounced(record, { live: action === 'live' });
    release.end(name, 'done');
  }
}
