/** Publishes a task's strings to the project level. Every call is a workflow of its own, and the latest wins. */
import * as z from 'zod';
import { publishEvents } from '../../localization/vocabulary';
import type { SandboxContext } from '../mount-service';
import { readSubscription, type CallbackSender } from './send-callbacks';
import {
  requireSource,
  type FindTask,
  type Handlers,
  type LocalizationCall,
  type Outcome,
  readInput,
  Refusal,
} from './handler';
import type { Job, Project, PublishJob, Subscription, Task, ProjectString } from './project-state';
import { changeJob, openJob, recordWork, strikeWork, type WorkFailure } from './background-work';
import type { Readings } from '../readings/catalogue';
import type { LocalizedString } from './localized-string';

const jobInput = z.object({ job_id: z.string().min(1) });

export function publishHandlers(
  context: SandboxContext,
  findTask: FindTask,
  callbacks: CallbackSender,
): Handlers {
  return {
    'POST /tasks/publish': (call) => {
      const task = findTask(call);
      const { url, events } = readSubscription(call.input, publishEvents, context.profile);
      requireSource(task);
      const publish = openPublish(context, call, task, { url: url ?? task.subscription.url, events });
      run(context, callbacks, publish);
      const { job_id, accepted_at } = publish.job;
      const { task_id, source_language, target_languages } = task;
      return {
        data: { task_id, job_id, accepted_at, source_language, target_languages },
        effect: 'publish started',
        ids: { job_id },
      };
    },
    'GET /tasks/publish-status': publishStatus,
    'POST /tasks/publish-status': publishStatus,
  };
}

function publishStatus({ project, input }: LocalizationCall): Outcome {
  const { job_id } = readInput(jobInput, input);
  const job = project.publishJobs.get(job_id);
  if (job === undefined) throw new Refusal(404, 'publish job not found');
  const { task_id, status, error, accepted_at, updated_at } = job;
  const ends = { is_completed: status === 'completed', is_failed: status === 'failed' };
  return { data: { job_id, task_id, status, ...ends, error, accepted_at, updated_at }, effect: null };
}

interface Publish {
  project: Project;
  job: PublishJob;
  /** The same job in the task's status view. */
  summary: Job;
  /** The strings at the time of the call. */
  strings: Task['strings'];
  subscription: Subscription;
}

function openPublish(
  { clock, random, profile }: SandboxContext,
  { project, traceId }: LocalizationCall,
  task: Task,
  subscription: Subscription,
): Publish {
  const now = clock.iso();
  const job: PublishJob = {
    job_id: random.id('publish_open_'),
    task_id: task.task_id,
    trace_id: traceId,
    status: 'pending',
    error: null,
    accepted_at: now,
    updated_at: now,
  };
  project.publishJobs.set(job.job_id, job);
  const summary = openJob(
    clock,
    task,
    { job_id: job.job_id, job_type: 'PUBLISH_TASK', status: 'PENDING', row_count: task.strings.length },
    profile.readings['publish-jobs'] === 'listed',
  );
  return { project, job, summary, strings: task.strings, subscription };
}

function run(context: SandboxContext, callbacks: CallbackSender, publish: Publish): void {
  const { clock, profile } = context;
  const { publishMs } = profile.pace;
  const { project, job } = publish;
  const triggerFailure = strikeWork(context, 'publish-trigger', 502);
  clock.after(publishMs / 2, () => {
    if (triggerFailure !== null) {
      fail(context, callbacks, publish, triggerFailure);
      return;
    }
    setStatus(context, publish, 'running');
    recordWork(context, project, 'publish started', idsOf(job), { effect: 'publishing' });
    const failure = strikeWork(context, 'publish');
    clock.after(publishMs / 2, () => {
      if (failure === null) complete(context, callbacks, publish);
      else fail(context, callbacks, publish, failure);
    });
  });
}

function complete(context: SandboxContext, callbacks: CallbackSender, publish: Publish): void {
  const { project, job, strings } = publish;
  const reading = context.profile.readings['publish-languages'];
  for (const string of strings) {
    const before = project.strings.get(string.string_id);
    project.strings.set(string.string_id, publishedString(reading, before, string));
    project.memory.set(string.content, string.renderings);
  }
  setStatus(context, publish, 'completed');
  recordWork(context, project, 'publish completed', idsOf(job), { effect: `${strings.length} strings` });
  callbacks.send(project, publish.subscription, {
    event: 'task.publish.completed',
    task_id: job.task_id,
    trace_id: job.trace_id,
    detail: { message: `${strings.length} strings published` },
  });
}

function fail(
  context: SandboxContext,
  callbacks: CallbackSender,
  publish: Publish,
  failure: WorkFailure,
): void {
  const { project, job } = publish;
  setStatus(context, publish, 'failed', failure.reason);
  recordWork(context, project, 'publish failed', idsOf(job), { failure });
  callbacks.send(project, publish.subscription, {
    event: 'task.publish.failed',
    task_id: job.task_id,
    trace_id: job.trace_id,
    detail: { error: `PUBLISH_TASK ended with ${failure.code}` },
    error: failure.reason,
  });
}

function setStatus(
  { clock }: SandboxContext,
  { job, summary }: Publish,
  status: 'running' | 'completed' | 'failed',
  error: string | null = null,
): void {
  Object.assign(job, { status, error, updated_at: clock.iso() });
  changeJob(clock, summary, { status: SUMMARY_STATUS[status], error });
}

const SUMMARY_STATUS = { running: 'RUNNING', completed: 'COMPLETED', failed: 'FAILED' } as const;

function idsOf({ job_id, task_id, trace_id }: PublishJob): Record<string, string> {
  return { job_id, task_id, trace_id };
}

/** The project's string after a publish. What happens to languages that the task lacks is not documented. */
function publishedString(
  reading: Readings['publish-languages'],
  before: ProjectString | undefined,
  string: LocalizedString,
): ProjectString {
  if (reading === 'replace' || before === undefined) return string;
  const remaining = Object.fromEntries(
    Object.entries(before.translations).filter(([language]) => !string.renderings.has(language)),
  );
  if (Object.keys(remaining).length === 0) return string;
  const { string_id, content } = string;
  return {
    string_id,
    content,
    get translations() {
      return { ...remaining, ...string.translations };
    },
  };
}
