import * as z from 'zod';
import { taskEvents } from '../../localization/vocabulary';
import type { Readings } from '../readings/catalogue';
import { jobStatusForm } from '../readings/forms';
import { readInput, Refusal } from '../refusal';
import type { Outcome } from '../service';
import type { Handlers, LocalizationCall, LocalizationContext } from './handler';
import { readLanguages } from './languages';
import type { Pipeline } from './pipeline';
import { rowsTotal, type Project, type Task } from './project-state';
import { readSubscription } from './send-callbacks';
import { asStrings, countWords, sourceStrings } from './source-strings';

/** The documentation names these fields without describing them, and may use other names. */
const createInput = z.object({
  client_task_id: z.string().min(1).optional(),
  name: z.string().default(''),
  target_languages: z.array(z.string()).nonempty(),
  strings: sourceStrings.refine((strings) => strings.length > 0, 'no strings').optional(),
  xlsx_url: z.url({ protocol: /^https?$/ }).optional(),
  scan_terms: z.boolean().default(true),
  auto_apply_terms: z.boolean().default(true),
});

const THEIR_NAMES = { strings: 'items', client_task_id: 'external_id' } as const;

const stages: Record<Task['status'], string> = {
  pending: 'pending',
  importing: 'import',
  scanning: 'tb_scan',
  term_translating: 'tb_translate',
  waiting_confirmation: 'tb_scan',
  running: 'translate',
  optimizing: 'translate_qa',
  completed: 'done',
  failed: 'failed',
};

export function taskHandlers(context: LocalizationContext, pipeline: Pipeline): Handlers {
  const { readings } = context.profile;
  const status = (call: LocalizationCall): Outcome => ({
    data: statusView(readings, context.findTask(call)),
  });
  return {
    'POST /tasks/create': (call) => {
      const task = readTask(context, call);
      const earlier = sameTask(call.project, task);
      const onRepeat = readings['client-task-id'];
      if (earlier !== null && onRepeat === 'same-task') return accepted(earlier, null);
      if (earlier !== null && onRepeat === 'refused') {
        throw new Refusal(409, 'a task with this client_task_id exists');
      }
      call.project.tasks.set(task.task_id, task);
      pipeline.start(task);
      return accepted(task, 'task created');
    },
    'GET /tasks/status': status,
    'POST /tasks/status': status,
  };
}

/**
 * Where `client_task_id` makes the call safe to repeat, the same id is the same task, whatever the other fields are.
 */
function sameTask({ tasks }: Project, { client_task_id }: Task): Task | null {
  if (client_task_id === null) return null;
  return [...tasks.values()].find((task) => task.client_task_id === client_task_id) ?? null;
}

function accepted({ task_id, client_task_id, status, accepted_at }: Task, effect: string | null): Outcome {
  return { data: { task_id, client_task_id, status, accepted_at }, effect, ids: { task_id } };
}

function readTask(
  { clock, random, profile }: LocalizationContext,
  { project, input, traceId }: LocalizationCall,
): Task {
  const given = readInput(createInput, inOurNames(profile.readings, input));
  if ((given.strings === undefined) === (given.xlsx_url === undefined)) {
    throw new Refusal(400, 'exactly one of strings and xlsx_url is required');
  }
  const languages = readLanguages(given.target_languages, profile).filter(
    (language) => language !== project.sourceLanguage,
  );
  if (languages.length === 0) throw new Refusal(400, 'target_languages contains only the source language');
  const strings = asStrings(given.strings ?? []);
  const now = clock.iso();
  return {
    project,
    task_id: random.id('task_'),
    client_task_id: given.client_task_id ?? null,
    name: given.name,
    trace_id: traceId,
    status: 'pending',
    current_step: '',
    source_language: project.sourceLanguage,
    target_languages: languages,
    strings,
    words_count: countWords(strings),
    xlsx_url: given.xlsx_url ?? null,
    scan_terms: given.scan_terms,
    auto_apply_terms: given.auto_apply_terms,
    subscription: readSubscription(input, taskEvents, profile),
    scan_status: 'pending',
    terms: [],
    confirmedBy: null,
    rowsDone: () => 0,
    jobs: [],
    smart_optimize_status: 'pending',
    failure_reason: null,
    failure_code: null,
    accepted_at: now,
    updated_at: now,
  };
}

function inOurNames(readings: Readings, input: LocalizationCall['input']): object {
  if (readings['create-request-fields'] === 'as-seen') return input;
  const renamed: Record<string, unknown> = { ...input };
  for (const [ours, theirs] of Object.entries(THEIR_NAMES)) {
    if (ours in input) throw new Refusal(400, `${ours}: unknown field`);
    renamed[ours] = input[theirs];
  }
  return renamed;
}

function statusView(readings: Readings, task: Task): object {
  return {
    task_id: task.task_id,
    name: task.name,
    status: task.status,
    current_stage: stages[task.status],
    current_step: task.current_step,
    source_language: task.source_language,
    target_languages: task.target_languages,
    strings_count: task.strings.length,
    words_count: task.words_count,
    progress: { rows_total: rowsTotal(task), rows_done: task.rowsDone() },
    jobs: task.jobs.map((job) => ({ ...job, status: jobStatusForm(readings, job.status) })),
    smart_optimize_status: task.smart_optimize_status,
    requires_confirmation: task.status === 'waiting_confirmation',
    is_completed: task.status === 'completed',
    is_failed: task.status === 'failed',
    failure_reason: task.failure_reason,
    failure_code: task.failure_code,
    accepted_at: task.accepted_at,
    updated_at: task.updated_at,
  };
}
