/** The reads of a nightly run: Temporal's records before it starts a release, and the source. */
import { ScheduleNotFoundError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { releaseId, releaseWorkflowId, type ReleaseName } from '../domain/release/identity';
import { nightlyReleaseName } from '../domain/schedules/nightly-release';
import type { ReleaseState } from '../domain/release/release-states';
import { starterOfRun } from '../domain/schedules/schedule-note';
import type { ActivityInput } from '../protocol/activity-inputs';
import { OPEN, attributeOf, describedRun, listedRuns, type Run } from '../temporal/runs';
import { openedText } from '../temporal/payloads/sealed-text';
import { dateInZone } from '../domain/schedules/wall-clock';
import type { ActivityDependencies } from './dependencies';
import { log } from '@temporalio/activity';
import { InputError, issueLines, type Finding } from '../source/input-error';
import { readSourcesApart } from '../source/read-apart';
import { putSnapshotTexts, type SourceSnapshot } from '../store/source-snapshot';
import { localFailure } from './local-failures';

/** `startedBy`: the person who triggered or backfilled the run; null: the schedule did. */
export type NightlyPlan = { release: ReleaseName; startedBy: string | null } | { stillRunning: string };

export function nightlyActivities({ temporal, store }: Pick<ActivityDependencies, 'temporal' | 'store'>) {
  return {
    /** Other schedules of the project delay nothing: their releases take turns to publish. */
    async planNightlyRelease(night: ActivityInput<'planNightlyRelease'>): Promise<NightlyPlan> {
      const { project, namePrefix, scheduledAt, timeZone, nightlyRun } = night;
      const date = dateOf(scheduledAt, timeZone);
      const isOwn = isOfSchedule(nightlyRun);
      const stillRunning = await findRunning(project, isOwn);
      if (stillRunning !== null) return { stillRunning };
      for (let attempt = 1; ; attempt += 1) {
        const release = { project, name: nightlyReleaseName(namePrefix, date, attempt) };
        const existing = await describedRun(temporal, releaseWorkflowId(release));
        if (existing === null) return { release, startedBy: await starterOf(night) };
        // If another schedule has the name, this night takes the next one; a person's release does the night's work.
        const isOfPerson = parentOf(existing) === null;
        if (isUnderWay(existing) && (isOfPerson || isOwn(existing)))
          return { stillRunning: releaseId(release) };
      }
    },

    /** The state in which a release has ended or is partial, which counts as ended; null: it is still running. */
    async readReleaseState({
      workflowId,
    }: ActivityInput<'readReleaseState'>): Promise<{ state: ReleaseState | null }> {
      const run = await describedRun(temporal, workflowId);
      if (run === null) return { state: 'failed' };
      if (isUnderWay(run)) return { state: null };
      if (run.status === 'CANCELLED' || run.status === 'TERMINATED') return { state: 'cancelled' };
      return { state: (attributeOf(run, 'state') as ReleaseState | null) ?? 'failed' };
    },

    async snapshotSource(wanted: ActivityInput<'snapshotSource'>): Promise<SourceSnapshot> {
      const { escape, strict = false, ...source } = wanted;
      const found: Finding[] = [];
      try {
        const texts = await readSourcesApart(source, escape, (warnings) => {
          found.push(...warnings);
        });
        if (strict && found.length > 0) throw new InputError(found);
        for (const line of issueLines(found)) log.warn(`A source has a warning: ${line}`);
        return await putSnapshotTexts(store, texts);
      } catch (error) {
        // A fault in a person's file does not disappear by reading it again.
        if (error instanceof InputError)
          throw localFailure('Refused', 'bad_source', { reason: error.message });
        throw error;
      }
    },
  };

  async function starterOf(night: ActivityInput<'planNightlyRelease'>): Promise<string | null> {
    const { schedule, scheduledAt, startedAt } = night;
    if (schedule === null) return null;
    try {
      const { state } = await temporal.schedule.getHandle(schedule).describe();
      const note = await openedText(temporal, state.note ?? '');
      return starterOfRun(note, { scheduledAt: new Date(scheduledAt), startedAt: new Date(startedAt) });
    } catch (error) {
      // The schedule was deleted since, with its note.
      if (error instanceof ScheduleNotFoundError) return null;
      throw error;
    }
  }

  async function findRunning(project: string, isOwn: (release: Run) => boolean): Promise<string | null> {
    const idPrefix = releaseWorkflowId({ project, name: '' });
    const query = `WorkflowType = 'localizationRelease' AND ${OPEN} AND WorkflowId STARTS_WITH '${idPrefix}'`;
    for await (const run of listedRuns(temporal, query)) {
      if (!isOwn(run) || !isUnderWay(run)) continue;
      return releaseId({ project, name: run.workflowId.slice(idPrefix.length) });
    }
    return null;
  }
}

/** Only a nightly run starts releases as its children, and Temporal appends its time to the id of each run. */
function isOfSchedule(nightlyRun: string) {
  const scheduleOf = (workflowId: string): string => workflowId.replace(/-\d{4}-\d{2}-\d{2}T[\d:]+Z$/, '');
  return (release: Run): boolean => {
    const parent = parentOf(release);
    return parent !== null && scheduleOf(parent) === scheduleOf(nightlyRun);
  };
}

function parentOf({ raw }: Run): string | null {
  return raw.parentExecution?.workflowId ?? null;
}

/** A partial release has released: it only stays open for another try at its announcement. */
function isUnderWay(run: Run): boolean {
  return run.isOpen && attributeOf(run, 'state') !== 'partial';
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
