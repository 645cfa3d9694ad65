import { workflowInfo } from '@temporalio/workflow';
import { clientTaskId } from '../../domain/release/identity';
import type { Traced } from '../../activities/tasks';
import type { ReleaseInput } from '../../domain/release/release-input';
import { keepReply, addWarning } from '../../domain/release/release-transitions';
import type { ActivityInput } from '../../protocol/activity-inputs';
import { reads } from '../activity-proxies';
import type { Run } from '../run';
import { guardedWrite } from '../write-guard';
import { isOutcomeUnknown, lossOf, needsDecision } from '../problems';
import { now, type ReleaseRun } from '../release-run';

/** Checks everything that later stages need while nothing has been paid for, then creates the task. */
export async function createTask(release: ReleaseRun): Promise<void> {
  const { record, input } = release;
  if (record.taskId !== null) return;
  const { stops, warnings, settings, readings, overBudget } = await reads.preflight({
    spec: release.spec,
    start: startOf(input),
  });
  record.settings = settings;
  record.readings = readings;
  for (const warning of warnings) addWarning(record, warning);
  if (stops.length > 0) throw needsDecision('preflight', { stops });
  if (overBudget !== undefined) throw needsDecision('gate_budget', { lines: overBudget });
  const created = await requestTask(release, {
    isKeyed: readings['client-task-id'] !== 'ignored',
    task: () => taskOf(release),
  });
  record.taskId = created.taskId;
  keepReply(record, 'create', created);
}

function taskOf({ name, record, spec, input }: ReleaseRun): ActivityInput<'createTask'> {
  return {
    release: name,
    clientTaskId: clientTaskId(name, record.firstRunId),
    source: input.source,
    targetLanguages: spec.targetLanguages,
    scanTerms: spec.terms.scan,
    autoApplyTerms: !(spec.terms.scan && spec.terms.confirmation === 'operator'),
  };
}

function startOf(input: ReleaseInput): Required<ActivityInput<'preflight'>>['start'] {
  const { source, startedBy: by, proof } = input;
  const { startTime, parent } = workflowInfo();
  return { source, by, proof, atMs: startTime.getTime(), nightly: parent !== undefined };
}

interface TaskRequest {
  /** Whether the service creates only one task for all calls with the same id. */
  isKeyed: boolean;
  task: () => ActivityInput<'createTask'>;
}

/** If the service creates a task for each call, only a person can check after a lost reply whether there is one. */
export async function requestTask(
  run: Run,
  { isKeyed, task }: TaskRequest,
): Promise<{ taskId: string } & Traced> {
  if (isKeyed) return guardedWrite(run, { stage: 'create', call: ({ bulk }) => bulk.createTask(task()) });
  const sentAt = now();
  try {
    return await guardedWrite(run, {
      stage: 'create',
      call: ({ bulkOnce }) => bulkOnce.createTask({ ...task(), keyed: false }),
    });
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    throw needsDecision('outcome_unknown', {
      what: 'the task',
      sentAt,
      loss: lossOf(error),
      isKeyed: false,
      things: [],
      seen: {
        at: null,
        what: 'a repeat could make a second task, because client-task-id is set to ignored',
      },
      first: `Look at the service for a task with the name ${task().release.name}.`,
    });
  }
}
