/** Starts a job of the task, and searches for the job where the reply was lost. */
import type { TaskReading, Traced } from '../../activities/tasks';
import type { StageName } from '../../domain/release/stages';
import type { Run } from '../run';
import { startOnce, type Evidence, type Start } from '../start-once';
import { readTask } from './read-task';

type Job = TaskReading['jobs'][number];

/** The clocks of the service and the worker may differ by as much as its signature window would allow. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** The documented prefixes of job ids. */
const idPrefixes = ['supplement_translate_', 'publish_open_', 'translate_open_'] as const;

interface JobKind {
  stage: StageName;
  /** The id of the assumption whether the service lists such jobs. */
  assumption: string;
  type: string;
  /** Whether no other kind has that type: a supplement shares the type of the task's first translation. */
  hasOwnType: boolean;
  idPrefix: (typeof idPrefixes)[number];
}

export const publishJob: JobKind = {
  stage: 'publish',
  assumption: 'publish-jobs',
  type: 'PUBLISH_TASK',
  hasOwnType: true,
  idPrefix: 'publish_open_',
};
export const supplementJob: JobKind = {
  stage: 'supplement',
  assumption: 'supplement-jobs',
  type: 'TRANSLATE',
  hasOwnType: false,
  idPrefix: 'supplement_translate_',
};

export interface StartedJob<JobId extends string | null> extends Traced {
  jobId: JobId | string;
  /** Languages that the service left out. */
  skipped?: string[];
  /** It was found after a lost reply, and may be another's. */
  isFound?: boolean;
}

export function startJob<JobId extends string | null>(
  run: Run,
  kind: JobKind,
  start: Pick<Start<StartedJob<JobId>>, 'what' | 'inTurn' | 'isOvertaken' | 'call'>,
): Promise<StartedJob<JobId>> {
  return startOnce<StartedJob<JobId>>(run, {
    ...start,
    stage: kind.stage,
    things: [{ kind: 'task', id: run.taskId }],
    find: (sentAt) => findNewJob(run, kind, sentAt),
  });
}

/** A missing job proves something only if jobs of its kind are known to be listed: the service may list only some. */
async function findNewJob(run: Run, kind: JobKind, sentAt: string): Promise<Evidence<StartedJob<never>>> {
  const forced = run.record.readings[kind.assumption];
  const isListed = forced === 'listed';
  const unclear = (what: string, searchAgain = false) => ({ unclear: what, searchAgain });
  if (forced !== undefined && !isListed)
    return unclear(`nothing could be looked up, because ${kind.assumption} is set to ${forced}`);
  const { jobs } = await readTask(run);
  if (jobs.length === 0 && !isListed) return unclear('the service listed no jobs for the task');
  const unknown = newJobsOfKind(run, jobs, kind);
  const fitting = unknown.filter((job) => isSince(job, sentAt));
  const [found, another] = fitting;
  if (another !== undefined)
    return unclear(`the service listed the jobs ${idsOf(fitting)}, and any of them may be it`);
  if (found !== undefined) return { found: { jobId: found.id, isFound: true } };
  if (unknown.length > 0)
    return unclear(`the service listed the jobs ${idsOf(unknown)}, which seem to be older`, true);
  if (isListed || jobs.some((job) => isCertainlyOfKind(job, kind))) return 'absent';
  return unclear(
    `the service listed jobs of the task, and none whose id begins with ${kind.idPrefix}; it may not list those`,
    true,
  );
}

const idsOf = (jobs: readonly Job[]): string => jobs.map(({ id }) => id).join(', ');

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
