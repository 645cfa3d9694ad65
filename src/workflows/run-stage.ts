/** Runs one stage of a release: once, resumably, and with a person's decision where it cannot go on. */
import { isCancellation } from '@temporalio/workflow';
import { markAnnounced } from '../domain/release-decisions';
import { withTrace } from '../domain/release-transitions';
import { sentence } from '../domain/sentence';
import { skippableStages, type StageName } from '../domain/stages';
import { hasEarlierDecisions, keepEarlierDecisions } from './keep-manifest';
import { asStageProblem, ReleaseFailure, NeedsDecision } from './problems';
import type { ReleaseRun } from './release-run';

export async function runStage(
  release: ReleaseRun,
  name: StageName,
  work: (release: ReleaseRun) => Promise<void>,
  { wanted = () => true }: { wanted?: () => boolean } = {},
): Promise<void> {
  const { state } = release.stage(name);
  if (state === 'done' || state === 'skipped') return;
  for (;;) {
    // Looked at anew after each decision: what is asked for may have been amended.
    if (!wanted()) {
      release.end(name, 'skipped');
      return;
    }
    if (hasEarlierDecisions(release)) await keepEarlierDecisions(release);
    await release.untilResumed();
    // A continued run finds a stage that waits for people as it was, and open to them.
    if (release.stage(name).state !== 'waiting') release.begin(name);
    try {
      await work(release);
      release.end(name, 'done');
      return;
    } catch (error) {
      if (isCancellation(error)) throw error;
      const problem = asStageProblem(error);
      // Where the release can go on without the stage, even a refusal for good leaves a person the choice.
      const isOpen =
        problem instanceof NeedsDecision || (problem instanceof ReleaseFailure && skippableStages.has(name));
      if (!isOpen) throw problem;
      const told = withTrace(release.record, name, problem.problem);
      const { action, by, reason } = await release.park(name, told);
      if (action === 'abort') {
        const why = reason === null ? '' : ` Reason: ${sentence(reason)}`;
        throw new ReleaseFailure({
          ...told,
          message: `Aborted by ${by}.${why} The problem had been: ${told.message}`,
        });
      }
      if (action === 'skip') {
        release.skip(name);
        return;
      }
      if (action === 'not-live' && (release.record.announcement?.postId ?? null) === null) {
        // Somebody has looked: there is no such post, so that it may be made anew.
        release.record.lostAnswer = null;
      } else if (action === 'live' || action === 'not-live') {
        markAnnounced(release.record, { live: action === 'live', by });
        release.end(name, 'done');
        return;
      }
    }
  }
}
