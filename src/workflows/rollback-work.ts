/** Publishes the task of an earlier release again, and exports its files, in one turn: nobody publishes in between. */
import { isCancellation, workflowInfo } from '@temporalio/workflow';
import { exportFault } from '../domain/completeness-text';
import { uncheckedNotes } from '../domain/file-note';
import type { ReleaseRollback, RollbackExport, WorkState } from '../domain/service-work';
import { reads, records } from './activity-proxies';
import { exportByHalves } from './export-by-halves';
import { pass } from './gate';
import { asStageProblem, NeedsDecision, needsDecision, ReleaseFailure } from './problems';
import { now } from './release-run';
import type { ServiceRun } from './service-run';
import { failed, publishTask } from './task-work';

export async function rollBack(run: ServiceRun, work: ReleaseRollback): Promise<WorkState> {
  let published: WorkState = 'done';
  try {
    if (!run.status.isPublished) published = await publishTask(run, work, () => requireNoOtherLoss(work));
  } catch (error) {
    if (!isGone(error)) throw error;
    return failed(
      run,
      'task_gone',
      `Task ${work.taskId} of release ${work.project}/${work.release} is not at the service any more, or was created with another App Key. Nothing was published. The files of that release are in the store: "locrelease files" copies them.`,
    );
  }
  if (published !== 'done' || work.export === null) return published;
  return exportAgain(run, work, work.export);
}

/** Others may have published while it waited: nothing is lost that whoever asked for it was not told of. */
async function requireNoOtherLoss({
  project,
  source,
  languages,
  lostLanguages,
}: ReleaseRollback): Promise<void> {
  const now = await reads.readLostLanguages({ project, source, languages });
  const others = now.lostLanguages.filter((language) => !lostLanguages.includes(language));
  if (others.length > 0)
    throw needsDecision(
      'languages_lost',
      `${now.publishedBy ?? 'Another release'} has published ${others.join(', ')} since this rollback was asked for, and the task does not have them. Nothing was published. ` +
        'Roll back again to see what would be lost.',
    );
}

/** It is done or not, whether or not its record can be kept; who asked for it is told. */
export async function keepRollback(run: ServiceRun, work: ReleaseRollback): Promise<void> {
  const { state, problem, jobId, files, completeness } = run.status;
  const { startTime, firstExecutionRunId: runId } = workflowInfo();
  const times = { startedAt: startTime.toISOString(), endedAt: now() };
  try {
    await records.keepRollback({ work, state, problem, jobId, files, completeness, runId, ...times });
  } catch (error) {
    if (isCancellation(error)) throw error;
    run.status.problem ??= {
      code: 'record_not_kept',
      message:
        'The record of this rollback could not be kept, because the store could not be written. Check the store of the workers.',
    };
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
    pass(run, {
      stage: 'export',
      inTurn: true,
      call: ({ bulky }) =>
        bulky.exportFiles({
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
  if (notWritten.length > 0)
    throw needsDecision(
      'export_not_written',
      `The task is published. These exported files could not be written:\n${notWritten.map((line) => `- ${line}`).join('\n')}\n` +
        'They are kept in the store. Make the directory writable for the workers, and move away what is not theirs, then roll back again.',
    );
  const fault = exportFault(result);
  if (fault !== null)
    throw needsDecision(
      'export_incomplete',
      `The task is published. ${fault} The files that came are written. ` +
        'Check the files, and the languages of the project and of the template, then roll back again.',
    );
  return 'done';
}
