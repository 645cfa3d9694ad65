/** Work on a task of no release: create, confirm, wait, add languages, publish, export, and roll back. */
import { isCancellation, workflowInfo } from '@temporalio/workflow';
import type { ExportResult } from '../../activities/export-files';
import type { PublishReading } from '../../activities/tasks';
import { exportFault, uncheckedNotes } from '../../domain/release/export-rules';
import { stageDeadlineMs } from '../../domain/release/polling';
import type { Problem } from '../../domain/problems/problem';
import { problemOf } from '../../domain/problems/problem-catalogue';
import { isPastScan } from '../../domain/release/task-scan';
import type {
  ProjectExport,
  ReleaseRollback,
  TaskCreate,
  TaskPublish,
  TaskSupplement,
  WorkState,
} from '../../domain/service-work';
import { foldLanguage } from '../../domain/text/language-code';
import type { ActivityInput } from '../../protocol/activity-inputs';
import { reads, records } from '../activity-proxies';
import { exportByHalves } from '../stages/export';
import { asStageProblem, needsDecision, StageProblem } from '../problems';
import { now } from '../release-run';
import type { ServiceRun } from './service-run';
import { awaitSupplementJob } from '../stages/await-supplement';
import { requestTask } from '../stages/create';
import { publishJob, startJob, supplementJob } from '../stages/start-job';
import { strangeWordNoter } from '../stages/publish';
import { readTask, translationProgress } from '../stages/read-task';
import { taskFailed } from '../stages/scan';
import { startOnce, type Evidence } from '../start-once';
import { waitUntilSettled, type SlowWork } from '../wait-until-settled';
import { keepTurn } from '../turn';

export async function createAlone(run: ServiceRun, work: TaskCreate): Promise<WorkState> {
  const { project, name, isKeyed, callback = null, ...task } = work;
  run.does('creates the task');
  const { taskId } = await requestTask(run, {
    isKeyed,
    task: () => ({ ...task, release: { project, name }, callback }),
  });
  Object.assign(run.status, { taskId, accepted: true });
  return 'done';
}

/** If somebody else has confirmed the terms, nothing is left to do. */
export async function confirmAlone(run: ServiceRun): Promise<WorkState> {
  const { taskId, spec, status } = run;
  run.does('confirms the terms');
  const find = async (): Promise<Evidence<{ jobId: string | null }>> => {
    const task = await readTask(run);
    if (task.isFailed) throw taskFailed(run, task, 'review');
    if (task.requiresConfirmation) return 'absent';
    if (isPastScan(task)) return { found: { jobId: null } };
    throw needsDecision('terms_not_waiting', { taskId, status: task.status });
  };
  if ((await find()) === 'absent') {
    const { jobId } = await startOnce(run, {
      what: 'the confirmation of the terms',
      things: [{ kind: 'task', id: taskId }],
      stage: 'confirm',
      call: ({ once }) => once.confirmTaskTerms({ project: spec.project, taskId }),
      find,
    });
    status.jobId = jobId;
  } else status.warnings = ['The task did not wait for its terms any more.'];
  status.accepted = true;
  return 'done';
}

/** The wait also ends when the task needs its terms confirmed, which does not pass by itself. */
export async function waitForTask(run: ServiceRun): Promise<WorkState> {
  const { taskId } = run;
  run.does('waits for the task');
  const task = await settled(run, {
    what: 'the task',
    read: () => readTask(run),
    settled: ({ isCompleted, isFailed, requiresConfirmation }) =>
      isCompleted || isFailed || requiresConfirmation,
    progress: () => translationProgress(run),
    deadlineMs: stageDeadlineMs.translate,
  });
  if (task.isFailed)
    return failed(run, problemOf('task_failed', { during: null, said: task.failureReason, taskId }));
  if (task.isCompleted) return 'done';
  throw needsDecision('terms_waiting', { taskId });
}

export async function supplementAlone(run: ServiceRun, work: TaskSupplement): Promise<WorkState> {
  const { project, taskId, languages, skipTm, skipTb, callback } = work;
  const names = languages.join(', ');
  await noteJobs(run);
  run.does(`asks for ${names}`);
  const started = await startJob(run, supplementJob, {
    what: `the supplement of ${names}`,
    call: ({ once }) =>
      once.supplementTask({ release: { project, name: null }, taskId, languages, skipTm, skipTb, callback }),
  });
  const { jobId, skipped = [], traceId = null } = started;
  Object.assign(run.status, { jobId, skippedLanguages: skipped, accepted: true });
  if (run.input.lost !== null && skipped.length > 0)
    throw needsDecision('supplement_unseen', { languages: skipped, jobId: null, taskId });
  if (jobId === null) return 'done';
  run.does(`waits for the translation of ${names}`);
  const { outcome, error } = await awaitSupplementJob(run, { languages, skipped, traceId }, jobId);
  if (outcome === 'done') return 'done';
  if (outcome === 'unseen') throw needsDecision('supplement_unseen', { languages, jobId, taskId });
  return failed(run, problemOf('supplement_failed', { languages, said: error, isPartLeft: false }));
}

export async function publishTask(
  run: ServiceRun,
  { project, taskId, callback }: Pick<TaskPublish, 'project' | 'taskId' | 'callback'>,
  /** Runs once the turn has come, right before the call. */
  check?: () => Promise<void>,
): Promise<WorkState> {
  if (run.status.jobId === null) {
    await noteJobs(run);
    run.does("waits for the project's turn to publish");
    const { jobId } = await startJob(run, publishJob, {
      what: 'the publish job',
      inTurn: true,
      call: async ({ once }) => {
        await check?.();
        run.record.publishedIn = run.record.turn;
        run.does('asks for the task to be published');
        return once.publishTask({ release: { project, name: null }, taskId, callback });
      },
    });
    Object.assign(run.status, { jobId, accepted: true });
    keepTurn(run);
  }
  return awaitPublish(run, { jobId: run.status.jobId ?? '', ours: true });
}

export async function exportProject(run: ServiceRun, work: ProjectExport): Promise<WorkState> {
  const { project, templateId, byTemplate, mode, escape, filename } = work;
  const languages =
    work.languages.length > 0 ? work.languages : (await readTask(run)).targetLanguages.map(foldLanguage);
  run.status.accepted = true;
  const { exportedAs, ...result } = await exportAll(run, languages, {
    release: { project, name: filename },
    templateId,
    byTemplate,
    export: { template: templateId, mode, escape, filename, minimumComplete: {} },
  });
  Object.assign(run.status, { exportedAs });
  return judged(result, { languages });
}

async function exportAll(
  run: ServiceRun,
  languages: readonly string[],
  input: Omit<ActivityInput<'exportFiles'>, 'languages' | 'partial'>,
  inTurn = false,
): Promise<ExportResult> {
  run.does(`exports ${languages.join(', ')}`);
  const result = await exportByHalves(run, { inTurn }, languages, input);
  const { files, completeness, notes } = result;
  Object.assign(run.status, { files, completeness, warnings: [...notes, ...uncheckedNotes(files)] });
  return result;
}

function judged(
  { missing, unread, files }: Pick<ExportResult, 'missing' | 'unread' | 'files'>,
  facts: { languages: readonly string[]; isRolledBack?: boolean },
): WorkState {
  if (exportFault({ missing, unread }) === null) return 'done';
  throw needsDecision('export_incomplete', { missing, unread, files: files.length, ...facts });
}

export async function awaitPublish(
  run: ServiceRun,
  job: { jobId: string; ours: boolean },
): Promise<WorkState> {
  const { project } = run.spec;
  run.does('waits for the publish job');
  const noteWord = strangeWordNoter((warning) => (run.status.warnings = [warning]));
  const { isFailed, error } = await settled<PublishReading>(run, {
    what: 'the publish job',
    read: async () => {
      const reading = noteWord(await reads.readPublish({ project, ...job }));
      run.status.status = reading.status;
      return reading;
    },
    settled: (reading) => reading.isCompleted || reading.isFailed,
    deadlineMs: stageDeadlineMs.publish,
  });
  run.status.isPublished = !isFailed;
  if (!isFailed) return 'done';
  run.status.jobId = null;
  return failed(run, problemOf('publish_failed', { said: error }));
}

/** Publishes the task again and exports its files, in one turn, so that nobody publishes in between. */
export async function rollBack(run: ServiceRun, work: ReleaseRollback): Promise<WorkState> {
  const { project, release, source, taskId, export: exportTo } = work;
  try {
    if (!run.status.isPublished) {
      const published = await publishTask(run, work, () => requireNoOtherLoss(work));
      if (published !== 'done') return published;
    }
  } catch (error) {
    if (!isGone(error)) throw error;
    return failed(run, problemOf('task_gone', { taskId, release: `${project}/${release}` }));
  }
  if (exportTo === null) return 'done';
  const { templateId, languages, ...wanted } = exportTo;
  const result = await exportAll(
    run,
    languages,
    {
      release: { project, name: release },
      templateId,
      export: { template: templateId, ...wanted, minimumComplete: {} },
      source,
    },
    true,
  );
  const { notWritten: files } = result;
  if (files.length > 0) throw needsDecision('export_not_written', { files, isRolledBack: true });
  return judged(result, { languages, isRolledBack: true });
}

/** Others may have published while it waited: nothing may be lost that the requester was not warned of. */
async function requireNoOtherLoss(work: ReleaseRollback): Promise<void> {
  const { project, source, languages } = work;
  const { lostLanguages, publishedBy } = await reads.readLostLanguages({ project, source, languages });
  const others = lostLanguages.filter((language) => !work.lostLanguages.includes(language));
  if (others.length > 0) throw needsDecision('languages_lost', { by: publishedBy, languages: others });
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
  return problem instanceof StageProblem && problem.problem.code === '404';
}

/** Records the jobs before the call; a run that searches for a lost reply has them from the previous run. */
async function noteJobs(run: ServiceRun): Promise<void> {
  const { jobs } = await readTask(run);
  if (run.record.lostAnswer === null) run.record.knownJobIds = jobs.map(({ id }) => id);
}

/** Work that has already ended needs no pause. */
async function settled<Reading>(run: ServiceRun, wait: SlowWork<Reading>): Promise<Reading> {
  const first = await wait.read();
  run.status.accepted = true;
  return wait.settled(first) ? first : waitUntilSettled(run, wait);
}

function failed(run: ServiceRun, problem: Problem): WorkState {
  run.fail(problem);
  return 'failed';
}
