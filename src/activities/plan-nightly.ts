/** What a nightly run asks of Temporal before it starts a release. */
import { ApplicationFailure } from '@temporalio/common';
import {
  WorkflowNotFoundError,
  type WorkflowExecutionDescription,
  type WorkflowExecutionInfo,
} from '@temporalio/client';
import { releaseId, releaseWorkflowId, type ReleaseName } from '../domain/identity';
import { nightlyReleaseName } from '../domain/nightly-release';
import { searchAttributeKeys } from '../domain/search-attributes';
import type { ActivityInput } from '../protocol/activity-inputs';
import { dateInZone } from './date-in-zone';
import type { ActivityDependencies } from './dependencies';

export type NightlyPlan = { release: ReleaseName } | { stillRunning: string };

export function nightlyActivities({ temporal }: Pick<ActivityDependencies, 'temporal'>) {
  return {
    /**
     * The name for this night's release, unless one of an earlier night of the same schedule is still under way. Other
     * schedules of the project hold nothing up: their releases take turns to publish.
     */
    async planNightlyRelease(night: ActivityInput<'planNightlyRelease'>): Promise<NightlyPlan> {
      const { project, namePrefix, scheduledAt, timeZone, nightlyRun } = night;
      const date = dateOf(scheduledAt, timeZone);
      const isOwn = isOfSchedule(nightlyRun);
      const stillRunning = await findRunning(project, isOwn);
      if (stillRunning !== null) return { stillRunning };
      for (let attempt = 1; ; attempt += 1) {
        const release = { project, name: nightlyReleaseName(namePrefix, date, attempt) };
        const existing = await describe(releaseWorkflowId(release));
        if (existing === null) return { release };
        // Where another schedule has the name, this night takes the next; a person who has it does the night's work.
        const isOfPerson = existing.parentExecution === undefined;
        if (isUnderWay(existing) && (isOfPerson || isOwn(existing)))
          return { stillRunning: releaseId(release) };
      }
    },
  };

  async function findRunning(
    project: string,
    isOwn: (release: Pick<WorkflowExecutionInfo, 'parentExecution'>) => boolean,
  ): Promise<string | null> {
    const idPrefix = releaseWorkflowId({ project, name: '' });
    const query = `WorkflowType = 'localizationRelease' AND ExecutionStatus = 'Running' AND WorkflowId STARTS_WITH '${idPrefix}'`;
    for await (const execution of temporal.workflow.list({ query })) {
      if (!isOwn(execution) || !isUnderWay(execution)) continue;
      return releaseId({ project, name: execution.workflowId.slice(idPrefix.length) });
    }
    return null;
  }

  async function describe(workflowId: string): Promise<WorkflowExecutionDescription | null> {
    try {
      return await temporal.workflow.getHandle(workflowId).describe();
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return null;
      throw error;
    }
  }
}

/** Nothing but a nightly run starts releases as its children, and Temporal puts its time behind the name of each run. */
function isOfSchedule(nightlyRun: string | undefined) {
  const scheduleOf = (workflowId: string): string => workflowId.replace(/-\d{4}-\d{2}-\d{2}T[\d:]+Z$/, '');
  return ({ parentExecution }: Pick<WorkflowExecutionInfo, 'parentExecution'>): boolean => {
    const parent = parentExecution?.workflowId ?? null;
    return parent !== null && (nightlyRun === undefined || scheduleOf(parent) === scheduleOf(nightlyRun));
  };
}

/** A partial release has released: it only stays open for another try at its announcement. */
function isUnderWay({
  status,
  typedSearchAttributes,
}: Pick<WorkflowExecutionInfo, 'status' | 'typedSearchAttributes'>): boolean {
  return status.name === 'RUNNING' && typedSearchAttributes.get(searchAttributeKeys.state) !== 'partial';
}

function dateOf(scheduledAt: string, timeZone: string): string {
  try {
    return dateInZone(new Date(scheduledAt), timeZone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw ApplicationFailure.nonRetryable(
      `"${timeZone}" is not a known time zone. Nothing was started. ` +
        'Use one such as Asia/Tokyo in the schedule.',
      'BadInput',
    );
  }
}
