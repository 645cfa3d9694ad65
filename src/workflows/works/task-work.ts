/**
 * Work on a task that belongs to no release: create, confirm terms, wait, add languages, publish, export its project.
 */
import type { PublishReading } from '../../activities/tasks';
import { exportFault, uncheckedNotes } from '../../domain/release/export-rules';
import { stageDeadlineMs } from '../../domain/release/polling';
import type { Problem, Thing } from '../../domain/problems/problem';
import { problemOf } from '../../domain/problems/problem-catalogue';
import { isPastScan } from '../../domain/release/task-scan';
import type {
  ProjectExport,
  PublishWait,
  TaskCreate,
  TaskPublish,
  TaskSupplement,
  WorkState,
} from '../../domain/service-work';
import { foldLanguage } from '../../domain/text/language-code';
import { reads } from '../activity-proxies';
import { guardedWrite } from '../write-guard';
import { exportByHalves } from '../stages/export';
import { needsDecision } from '../problems';
import type { ServiceRun } from './service-run';
import { awaitSupplementJob } from '../stages/await-supplement';
import { requestTask } from '../stages/create';
import { findNewJob, publishJob, supplementJob } from '../stages/find-new-job';
import { strangeWordNoter } from '../stages/publish';
import { readTask, translationProgress } from '../stages/read-task';
import { taskFailed } from '../stages/scan';
import { startOnce, type Evidence } from '../start-once';
import { waitUntilSettled, type SlowWork } from '../wait-until-settled';
import { keepTurn } from '../turn';

const theTask = (taskId: string): Thing[] => [{ kind: 'task', id: taskId }];

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
  const { taskId, spec } = run;
  run.does('confirms the terms');
  interface Confirmed {
    jobId: string | null;
  }
  const check = async (): Promise<Evidence<Confirmed>> => {
    const task = await readTask(run);
    if (task.isFailed) throw taskFailed(run, task, 'review');
    if (task.requiresConfirmation) return 'absent';
    if (isPastScan(task)) return { found: { jobId: null } };
    throw needsDecision('terms_not_waiting', { taskId, status: task.status });
  };
  const before = await check();
  const confirmed =
    before === 'absent'
      ? await startOnce<Confirmed>(run, {
          what: 'the confirmation of the terms',
          things: theTask(taskId),
          stage: 'confirm',
          call: ({ once }) => once.confirmTaskTerms({ project: spec.project, taskId }),
          find: check,
        })
      : { jobId: null };
  Object.assign(run.status, { jobId: confirmed.jobId, accepted: true });
  if (before !== 'absent') run.status.warnings = ['The task did not wait for its terms any more.'];
  return 'done';
}

/** The wait also ends when the task needs its terms confirmed, which does not pass by itself. */
export async function waitForTask(run: ServiceRun): Promise<WorkState> {
  run.does('waits for the task');
  const task = await settled(run, {
    what: 'the task',
    read: () => readTask(run),
    settled: ({ isCompleted, isFailed, requiresConfirmation }) =>
      isCompleted || isFailed || requiresConfirmation,
    progress: () => translationProgress(run),
    deadlineMs: stageDeadlineMs.translate,
  });
  if (task.isFailed) {
    const { taskId } = run;
    return failed(run, problemOf('task_failed', { during: null, said: task.failureReason, taskId }));
  }
  if (task.isCompleted) return 'done';
  throw needsDecision('terms_waiting', { taskId: run.taskId });
}

export function waitForPublish(run: ServiceRun, { jobId }: PublishWait): Promise<WorkState> {
  return awaitPublish(run, { jobId, ours: false });
}

export async function supplementAlone(run: ServiceRun, work: TaskSupplement): Promise<WorkState> {
  const { project, taskId, languages, skipTm, skipTb, callback } = work;
  const names = languages.join(', ');
  await noteJobs(run);
  run.does(`asks for ${names}`);
  interface Started {
    jobId: string | null;
    skipped?: string[];
    traceId?: string | null;
  }
  const {
    jobId,
    skipped = [],
    traceId = null,
  } = await startOnce<Started>(run, {
    what: `the supplement of ${names}`,
    things: theTask(taskId),
    stage: 'supplement',
    call: ({ once }) =>
      once.supplementTask({ release: { project, name: null }, taskId, languages, skipTm, skipTb, callback }),
    find: (sentAt) => findNewJob(run, { kind: supplementJob, sentAt }),
  });
  Object.assign(run.status, { jobId, skippedLanguages: skipped, accepted: true });
  if (run.input.lost !== null && skipped.length > 0)
    throw needsDecision('supplement_unseen', { languages: skipped, jobId: null, taskId });
  if (jobId === null) return 'done';
  run.does(`waits for the translation of ${names}`);
  const { outcome, error } = await awaitSupplementJob(
    run,
    { languages, skipped, traceId },
    { jobId, callbacks: false },
  );
  if (outcome === 'done') return 'done';
  if (outcome === 'unseen') throw needsDecision('supplement_unseen', { languages, jobId, taskId });
  return failed(run, problemOf('supplement_failed', { languages, said: error, isPartLeft: false }));
}

export async function publishTask(
  run: ServiceRun,
  { project, taskId, callback }: Pick<TaskPublish, 'project' | 'taskId' | 'callback'>,
  /** Runs once the turn has come, right before the call. */
  check: () => Promise<void> = () => Promise.resolve(),
): Promise<WorkState> {
  if (run.status.jobId === null) {
    await noteJobs(run);
    run.does("waits for the project's turn to publish");
    const { jobId } = await startOnce<{ jobId: string }>(run, {
      what: 'the publish job',
      things: theTask(taskId),
      stage: 'publish',
      inTurn: true,
      call: async ({ once }) => {
        await check();
        run.record.publishedIn = run.record.turn;
        run.does('asks for the task to be published');
        return once.publishTask({ release: { project, name: null }, taskId, callback });
      },
      find: (sentAt) => findNewJob(run, { kind: publishJob, sentAt }),
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
  run.does(`exports ${languages.join(', ')}`);
  run.status.accepted = true;
  const result = await exportByHalves(languages, (some) =>
    guardedWrite(run, {
      stage: 'export',
      call: ({ bulk }) =>
        bulk.exportFiles({
          release: { project, name: filename },
          templateId,
          languages: some,
          byTemplate,
          partial: some.length < languages.length,
          export: { template: templateId, mode, escape, filename, minimumComplete: {} },
        }),
    }),
  );
  const { files, completeness, notes, exportedAs } = result;
  Object.assign(run.status, {
    files,
    completeness,
    exportedAs,
    warnings: [...notes, ...uncheckedNotes(files)],
  });
  if (exportFault(result) === null) return 'done';
  const { missing, unread } = result;
  throw needsDecision('export_incomplete', { missing, unread, languages, files: files.length });
}

async function awaitPublish(run: ServiceRun, job: { jobId: string; ours: boolean }): Promise<WorkState> {
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

/** Records the jobs before the call; a run that searches for a lost reply has them from the previous run. */
async function noteJobs(run: ServiceRun): Promise<void> {
  const { jobs } = await readTask(run);
  if (run.record.lostAnswer === null) run.record.knownJobIds = jobs.map(({ id }) => id);
}

/** Work that has already ended needs no pause. */
async function settled<Reading>(
  run: ServiceRun,
  wait: Omit<SlowWork<Reading>, 'callbacks'>,
): Promise<Reading> {
  const first = await wait.read();
  run.status.accepted = true;
  return wait.settled(first) ? first : waitUntilSettled(run, { ...wait, callbacks: false });
}

export function failed(run: ServiceRun, problem: Problem): WorkState {
  run.fail(problem);
  return 'failed';
}
