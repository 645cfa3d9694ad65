/** A task as the service shows it, for a person at a terminal. */
import { stepIndexOf, stepLabel } from '../domain/stages';
import type { TaskView } from '../localization/replies';
import { counted } from '../domain/counted';

export function taskText(taskId: string, task: TaskView): string {
  const { status, target_languages: languages, strings_count: strings, words_count: words } = task;
  return [
    [`${taskId}  ${status}`, stepText(task)].filter((part) => part !== '').join(', '),
    `languages  ${languages.join(', ')}`,
    `size       ${counted(strings, 'string')}, ${counted(words, 'word')}`,
    ...(task.requires_confirmation ? ['waits      for its terms to be confirmed'] : []),
    ...(task.is_failed ? [`failed     ${task.failure_reason ?? 'the service gave no reason'}`] : []),
    ...task.jobs.map((job) =>
      [`job        ${job.job_id}`, job.job_type, job.status, job.error].filter((cell) => cell).join('  '),
    ),
  ].join('\n');
}

/** `translateBatch (4 of 7), 10 of 40 rows` */
function stepText({ status, current_step: step, progress }: TaskView): string {
  if (status !== 'running') return '';
  const index = stepIndexOf(step);
  const rows = progress.rows_total === 0 ? '' : `${progress.rows_done} of ${progress.rows_total} rows`;
  return [index === null ? (step ?? '') : stepLabel(step ?? '', index), rows]
    .filter((part) => part !== '')
    .join(', ');
}
