/** Background work: how a fault ends it, its summary in `jobs[]`, and its line in the journal. */
import type { SandboxClock } from '../clock';
import type { Work } from '../fault-subjects';
import type { LocalizationContext } from './handler';
import type { Job, Project, Task } from './project-state';

export interface WorkFailure {
  reason: string;
  /** In the manner of an HTTP status, as the service's `failure_code`. */
  code: number;
  /** Whether it was asked for. */
  fault: 'fail' | null;
}

/** Asked once as a piece of work begins: how it is going to fail, or null. */
export function strikeWork(
  { faults }: LocalizationContext,
  name: Work,
  defaultCode = 500,
): WorkFailure | null {
  const fault = faults.strike('work', name);
  if (fault === null) return null;
  const code = typeof fault.code === 'number' ? fault.code : defaultCode;
  return { reason: fault.reason ?? `${name} failed`, code, fault: 'fail' };
}

export function openJob(
  clock: SandboxClock,
  task: Task,
  summary: Pick<Job, 'job_id' | 'job_type' | 'status' | 'row_count'>,
  isListed = true,
): Job {
  const now = clock.iso();
  const job: Job = { ...summary, step: '', error: null, created_at: now, updated_at: now };
  if (isListed) task.jobs.push(job);
  return job;
}

export function changeJob(
  clock: SandboxClock,
  job: Job,
  change: Partial<Pick<Job, 'status' | 'step' | 'error'>>,
): void {
  Object.assign(job, change, { updated_at: clock.iso() });
}

export function recordWork(
  { journal }: LocalizationContext,
  project: Project,
  subject: string,
  ids: Record<string, string>,
  outcome: { effect: string } | { failure: WorkFailure },
): void {
  const failed = 'failure' in outcome;
  journal.add({
    kind: 'work',
    service: 'localization',
    subject,
    owner: project.id,
    code: failed ? outcome.failure.code : 0,
    effect: failed ? null : outcome.effect,
    answered: true,
    fault: failed ? outcome.failure.fault : null,
    ids,
  });
}
