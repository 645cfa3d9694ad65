/** Publishes the task of an earlier release again, and exports its files, in one turn: nobody publishes in between. */
import { isCancellation, workflowInfo } from '@temporalio/workflow';
import type { ReleaseRollback, RollbackExport, WorkState } from '../domain/service-work';
import { bulky, keeping } from './activity-proxies';
import { exportByHalves } from './export-by-halves';
import { asStageProblem, NeedsDecision, needsDecision, ReleaseFailure } from './problems';
import { now } from './release-run';
import type { ServiceRun } from './service-run';
import { failed, noteJobs, publishInTurn } from './task-work';
import { withPublishTurn } from './with-publish-turn';

export async function rollBack(run: ServiceRun, work: ReleaseRollback): Promise<WorkState> {
  try {
    await noteJobs(run);
  } catch (error) {
    if (!isGone(error)) throw error;
    return failed(
      run,
      'task_gone',
      `Task ${work.taskId} of release ${work.project}/${work.release} is not at the service any more, or was created with another App Key. Nothing was published. The files of that release are in the store: "locrelease files" copies them.`,
    );
  }
  run.does("waits for the project's turn to publish");
  return withPublishTurn(run, async () => {
    const published = await publishInTurn(run, work);
    if (published !== 'done' || work.export === null) return published;
    return exportAgain(run, work, work.export);
  });
}

/** It is done or not, whether or not its record can be kept; who asked for it is told. */
export async function keepRollback(run: ServiceRun, work: ReleaseRollback): Promise<void> {
  const { state, problem, jobId, files, completeness } = run.status;
  const { startTime, firstExecutionRunId: runId } = workflowInfo();
  const times = { startedAt: startTime.toISOString(), endedAt: now() };
  try {
    await keeping.keepRollback({ work, state, problem, jobId, files, completeness, runId, ...times });
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
  const {
    files,
    completeness,
    missing = [],
    notWritten = [],
  } = await exportByHalves(languages, (some) =>
    bulky.exportFiles({
      release: { project, name: release },
      templateId,
      languages: some,
      partial: some.length < languages.length,
      export: { template: templateId, mode, escape, filename, directory, minimumComplete: {} },
      source,
    }),
  );
  Object.assign(run.status, { files, completeness });
  if (notWritten.length > 0)
    throw needsDecision(
      'export_not_written',
      `The task is published. These exported files could not be written:\n${notWritten.map((line) => `- ${line}`).join('\n')}\n` +
        'They are kept in the store. Make the directory writable for the workers, then roll back again.',
    );
  if (missing.length > 0)
    throw needsDecision(
      'export_incomplete',
      `The task is published. The export has nothing in ${missing.join(', ')}. The files that came are written. ` +
        'Check the languages of the project and of the template, then roll back again.',
    );
  return 'done';
}
