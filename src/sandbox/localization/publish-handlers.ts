/** Publishes a task's strings to the project level. Every call is a workflow of its own, and the latest wins. */
import * as z from 'zod';
import { publishEvents } from '../../localization/vocabulary';
import type { Readings } from '../readings/catalogue';
import { readInput, Refusal } from '../refusal';
import type { Outcome } from '../service';
import { changeJob, complete, fail, openJob, recordWork, strikeWork } from './background-work';
import { requireSource, type Handlers, type LocalizationCall, type LocalizationContext } from './handler';
import type { LocalizedString } from './localized-string';
import type { BackgroundWork, Job, ProjectString, Task } from './project-state';
import { readSubscription } from './send-callbacks';

const jobInput = z.object({ job_id: z.string().min(1) });

export function publishHandlers(context: LocalizationContext): Handlers {
  const { clock, profile, random } = context;
  return {
    'POST /tasks/publish': (call) => {
      const { project } = call;
      const task = context.findTask(call);
      const { url, events } = readSubscription(call.input, publishEvents, profile);
      requireSource(task);
      const { task_id, source_language, target_languages } = task;
      const job_id = random.id('publish_open_');
      const job = openJob(
        context,
        task,
        { job_id, job_type: 'PUBLISH_TASK', row_count: task.strings.length },
        { status: 'PENDING', isListed: profile.readings['publish-jobs'] === 'listed' },
      );
      project.publishJobs.set(job_id, { job, task_id });
      const subscription = { url: url ?? task.subscription.url, events };
      const ids = { job_id, task_id, trace_id: call.traceId };
      run(context, { name: 'publish', event: 'task.publish', project, subscription, ids }, job, task.strings);
      return {
        data: { task_id, job_id, accepted_at: clock.iso(), source_language, target_languages },
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
  const found = project.publishJobs.get(job_id);
  if (found === undefined) throw new Refusal(404, 'publish job not found');
  const { status, error, created_at: accepted_at, updated_at } = found.job;
  return {
    data: {
      job_id,
      task_id: found.task_id,
      status: status.toLowerCase(),
      is_completed: status === 'COMPLETED',
      is_failed: status === 'FAILED',
      error,
      accepted_at,
      updated_at,
    },
  };
}

/** `strings`: those of the time of the call. */
function run(context: LocalizationContext, work: BackgroundWork, job: Job, strings: Task['strings']): void {
  const { clock, profile } = context;
  const halfMs = profile.pace.publishMs / 2;
  const end = (failure: ReturnType<typeof strikeWork>): void => {
    if (failure === null) {
      publish(context, work, strings);
      changeJob(context, job, { status: 'COMPLETED' });
      const message = `${strings.length} strings`;
      complete(context, work, message, { message: `${message} published` });
    } else {
      changeJob(context, job, { status: 'FAILED', error: failure.reason });
      fail(context, work, failure, { error: `PUBLISH_TASK ended with ${failure.code}` });
    }
  };
  const triggerFailure = strikeWork(context, 'publish-trigger', 502);
  clock.after(halfMs, () => {
    if (triggerFailure !== null) {
      end(triggerFailure);
      return;
    }
    changeJob(context, job, { status: 'RUNNING' });
    recordWork(context, work, 'publish started', 'publishing');
    const failure = strikeWork(context, 'publish');
    clock.after(halfMs, () => end(failure));
  });
}

function publish(
  { profile }: LocalizationContext,
  { project }: BackgroundWork,
  strings: Task['strings'],
): void {
  const reading = profile.readings['publish-languages'];
  for (const string of strings) {
    const before = project.strings.get(string.string_id);
    project.strings.set(string.string_id, publishedString(reading, before, string));
    project.memory.set(string.content, string.renderings);
  }
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
