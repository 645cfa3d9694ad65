/**
 * Publishes the task of an earlier release again and exports its files, in one turn, so that nobody publishes in
 * between.
 */
import { isCancellation, workflowInfo } from '@temporalio/workflow';
import { exportFault, uncheckedNotes } from '../../domain/release/export-rules';
import { problemOf } from '../../domain/problems/problem-catalogue';
import type { ReleaseRollback, RollbackExport, WorkState } from '../../domain/service-work';
import { reads, records } from '../activity-proxies';
import { exportByHalves } from '../stages/export';
import { guardedWrite } from '../write-guard';
import { asStageProblem, NeedsDecision, needsDecision, ReleaseFailure } from '../problems';
import { now } from '../release-run';
import type { ServiceRun } from './service-run';
import { failed, publishTask } from './task-work';

export async function rollBack(run: ServiceRun, work: ReleaseRollback): Promise<WorkState> {
  let published: WorkState = 'done';
  try {
    if (!run.status.isPublished) published = await publishTask(run, work, () => requireNoOtherLoss(work));
  } catch (error) {
    if (!isGone(error)) throw error;
    const release = `${work.project}/${work.release}`;
    return failed(run, problemOf('task_gone', { taskId: work.taskId, release }));
  }
  if (published !== 'done' || work.export === null) return published;
  return exportAgain(run, work, work.export);
}

/** Others may have published while it waited: nothing may be lost that the requester was not warned of. */
async function requireNoOtherLoss({
  project,
  source,
  languages,
  lostLanguages,
}: ReleaseRollback): Promise<void> {
  const now = await reads.readLostLanguages({ project, source, languages });
  const others = now.lostLanguages.filter((language) => !lostLanguages.includes(language));
  if (others.length > 0) throw needsDecision('languages_lost', { by: now.publishedBy, languages: others });
}

/** The result does not depend on whether the record can be stored; the requester gets a warning. */
export async function keepRollback(run: ServiceRun, work: ReleaseRollback): Promise<void> {
  const { state, problem, jobId, files, completeness } = run.status;
  const { startTime, firstExecutionRunId: runId } = workflowInfo();
  const times = { startedAt: startTime.toISOString(), endedAt: now() };
  try {
    await records.keepRollback({ work, state, problem, jobId, files, completeness, runId, ...times });
  } catch (error) {
    if (isCancellation(error)) throw error;
    if (run.status.problem === null) run.fail(problemOf('record_not_kept', {}));
  }
}

function isGone(error: unknown): boolean {
  const problem = asStageProblem(error);
  return (
    (problem instanceof ReleaseFailure || problem instanceof NeedsDecision) && problem.problem.code === '404'
  );
}

async function exportAgain(
  run: ServiceRun,
  { project, release, source }: ReleaseRollback,
  { templateId, languages, mode, escape, filename, directory }: RollbackExport,
): Promise<WorkState> {
  run.does(`exports ${languages.join(', ')}`);
  const result = await exportByHalves(languages, (some) =>
    guardedWrite(run, {
      stage: 'export',
      inTurn: true,
      call: ({ bulk }) =>
        bulk.exportFiles({
          release: { project, name: release },
          templateId,
          languages: some,
          partial: some.length < languages.length,
          export: { template: templateId, mode, escape, filename, directory, minimumComplete: {} },
          source,
        }),
    }),
  );
  const { files, completeness, notes, notWritten } = result;
  Object.assign(run.status, { files, completeness, warnings: [...notes, ...uncheckedNotes(files)] });
  if (notWritten.length > 0) throw needsDecision('export_not_written', { files: notWritten, isRolledBack });
  if (exportFault(result) === null) return 'done';
  const { missing, unread } = result;
  throw needsDecision('export_incomplete', { missing, unread, languages, files: files.length, isRolledBack });
}

/** The problems of an export name the publish that came before it. */
const isRolledBack = true;
