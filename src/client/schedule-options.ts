/** A declared schedule as Temporal is given it. */
import type {
  ScheduleOptionsStartWorkflowAction,
  ScheduleOverlapPolicy,
  ScheduleUpdateOptions,
} from '@temporalio/client';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { nightlyScheduleId, releaseId, type ReleaseName } from '../domain/identity';
import type { Overlap, ScheduleSpec } from '../domain/schedule-file';
import type { DeclaredSchedule } from '../source/read-schedule-file';
import type { nightlyLocalization } from '../workflows';
import { scheduleTimes } from './schedule-times';

type NightlyAction = ScheduleOptionsStartWorkflowAction<typeof nightlyLocalization>;
export type NightlyOptions = Omit<ScheduleUpdateOptions<NightlyAction>, 'state'>;

const declaration = z.object({ digest: z.string(), declared: z.custom<ScheduleSpec>() });

/** What a later apply compares with. The action's memo keeps it: a schedule's own cannot be changed. */
export type Declaration = z.output<typeof declaration>;

export function readDeclaration(actionMemo: unknown): Declaration | null {
  return declaration.safeParse(actionMemo).data ?? null;
}

export function scheduleName({ spec, night }: DeclaredSchedule): ReleaseName {
  return { project: night.template.project, name: spec.id };
}

export function scheduleOptions(
  schedule: DeclaredSchedule,
  { taskQueue, now }: { taskQueue: string; now: Date },
): { options: NightlyOptions; declaration: Declaration } {
  const { spec, night } = schedule;
  const times = scheduleTimes(spec, now);
  const memo: Declaration = { digest: digestOf({ times, night, taskQueue, spec }), declared: spec };
  const options: NightlyOptions = {
    spec: times,
    policies: { overlap: overlapPolicies[spec.overlap], catchupWindow: spec.catchUp },
    action: {
      type: 'startWorkflow',
      workflowType: 'nightlyLocalization',
      workflowId: nightlyScheduleId(scheduleName(schedule)),
      taskQueue,
      args: [night],
      memo: { ...memo },
      staticSummary: `nightly ${releaseId({ project: night.template.project, name: night.namePrefix })}`,
    },
  };
  return { options, declaration: memo };
}

/**
 * Nothing that cancels the run under way: its release would go on all the same, because it is paid for, and the
 * new run would stand back from it.
 */
const overlapPolicies: Readonly<Record<Overlap, ScheduleOverlapPolicy>> = {
  skip: 'SKIP',
  'buffer-one': 'BUFFER_ONE',
};

function digestOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
