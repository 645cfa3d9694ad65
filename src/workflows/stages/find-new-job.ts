import type { TaskReading } from '../../activities/tasks';
import type { Run } from '../run';
import type { Evidence } from '../start-once';
import { readTask } from './read-task';

type Job = TaskReading['jobs'][number];

/** The clocks of the service and the worker may differ by as much as its signature window would allow. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** The documented prefixes of job ids. */
const idPrefixes = ['supplement_translate_', 'publish_open_', 'translate_open_'] as const;

interface JobKind {
  /** The id of the assumption whether the service lists such jobs. */
  assumption: string;
  type: string;
  /** Whether no other kind has that type: a supplement shares the type of the task's first translation. */
  hasOwnType: boolean;
  idPrefix: (typeof idPrefixes)[number];
}

export const publishJob: JobKind = {
  assumption: 'publish-jobs',
  type: 'PUBLISH_TASK',
  hasOwnType: true,
  idPrefix: 'publish_open_',
};
export const supplementJob: JobKind = {
  assumption: 'supplement-jobs',
  type: 'TRANSLATE',
  hasOwnType: false,
  idPrefix: 'supplement_translate_',
};

/**
 * Finds the job that a call without a key started: one of its kind that was not there before. A missing job proves
 * something only if a job of its kind was ever listed, or if the configuration declares that they are: the service may
 * list some kinds and not others.
 */
export async function findNewJob(
  run: Run,
  { kind, sentAt }: { kind: JobKind; sentAt: string },
): Promise<Evidence<{ jobId: string }>> {
  const forced = run.record.readings[kind.assumption];
  const isListed = forced === 'listed';
  if (forced !== undefined && !isListed) {
    const unclear = `nothing could be looked up, because ${kind.assumption} is set to ${forced}`;
    return { unclear, searchAgain: false };
  }
  const { jobs } = await readTask(run);
  if (jobs.length === 0 && !isListed) {
    return { unclear: 'the service listed no jobs for the task', searchAgain: false };
  }
  const unknown = newJobsOfKind(run, jobs, kind);
  const fitting = unknown.filter((job) => isSince(job, sentAt));
  const [found, another] = fitting;
  if (found !== undefined && another === undefined) return { found: { jobId: found.id } };
  if (another !== undefined) {
    const ids = fitting.map(({ id }) => id).join(', ');
    return { unclear: `the service listed the jobs ${ids}, and any of them may be it`, searchAgain: false };
  }
  if (unknown.length > 0) {
    const ids = unknown.map(({ id }) => id).join(', ');
    return { unclear: `the service listed the jobs ${ids}, which seem to be older`, searchAgain: true };
  }
  if (isListed || jobs.some((job) => isCertainlyOfKind(job, kind))) return 'absent';
  return {
    unclear: `the service listed jobs of the task, and none whose id begins with ${kind.idPrefix}; it may not list those`,
    searchAgain: true,
  };
}

export function newJobsOfKind({ record }: Run, jobs: readonly Job[], kind: JobKind): Job[] {
  return jobs.filter((job) => isOfKind(job, kind) && !record.knownJobIds.includes(job.id));
}

/** A documented id prefix determines the kind; other ids leave the type. */
function isOfKind({ id, type }: Job, kind: JobKind): boolean {
  const prefix = idPrefixes.find((candidate) => id.startsWith(candidate));
  return prefix === undefined ? type.toUpperCase() === kind.type : prefix === kind.idPrefix;
}

function isCertainlyOfKind(job: Job, kind: JobKind): boolean {
  return kind.hasOwnType ? isOfKind(job, kind) : job.id.startsWith(kind.idPrefix);
}

function isSince({ createdAt }: Job, sentAt: string): boolean {
  return createdAt === null || Date.parse(createdAt) >= Date.parse(sentAt) - CLOCK_TOLERANCE_MS;
}
