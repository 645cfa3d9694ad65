import { workflowInfo } from '@temporalio/workflow';
import { clientTaskId } from '../../domain/identity';
import type { Traced } from '../../activities/tasks';
import type { ReleaseInput } from '../../domain/release-input';
import { keepTrace, warn } from '../../domain/release-transitions';
import { sentence } from '../../domain/sentence';
import type { ActivityInput } from '../../protocol/activity-inputs';
import { reads } from '../activity-proxies';
import { pass, type Gated } from '../gate';
import { isOutcomeUnknown, lossOf, needsDecision } from '../problems';
import { now, type ReleaseRun } from '../release-run';

/** Looks at everything that a later stage will need, while nothing has been paid for, then creates the task. */
export async function createTask(release: ReleaseRun): Promise<void> {
  const { record, input } = release;
  if (record.taskId !== null) return;
  const { stops, warnings, settings, readings, overBudget } = await reads.preflight({
    spec: release.spec,
    start: startOf(input),
  });
  record.settings = settings;
  record.readings = readings;
  for (const warning of warnings) warn(record, warning);
  if (stops.length > 0) {
    throw needsDecision(
      'preflight',
      `The release cannot start as it is. Nothing was created or paid for yet.\n${stops.map((stop) => `- ${stop}`).join('\n')}\nFix this, then retry.`,
    );
  }
  if (overBudget !== undefined) {
    throw needsDecision(
      'gate_budget',
      `${overBudget}\nNothing was created or paid for. Start it with a file that has a larger budget or asks for less, which takes its place. Or abort it.`,
    );
  }
  const created = await requestTask(release, {
    isKeyed: readings['client-task-id'] !== 'ignored',
    task: () => taskOf(release),
    advice: 'Retry creates a task. Abort ends the release.',
  });
  record.taskId = created.taskId;
  keepTrace(record, 'create', created);
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

function startOf({
  source,
  startedBy: by,
  proof,
}: ReleaseInput): Required<ActivityInput<'preflight'>>['start'] {
  const { startTime, parent } = workflowInfo();
  return { source, by, proof, atMs: startTime.getTime(), nightly: parent !== undefined };
}

interface TaskRequest {
  /** Whether the service makes one task of however many calls with the same id. */
  isKeyed: boolean;
  task: () => ActivityInput<'createTask'>;
  /** What a person can do where it is not known whether there is a task. */
  advice: string;
}

/** Where the service makes a task for each call, only a person can tell after a lost reply whether there is one. */
export async function requestTask(
  run: Gated,
  { isKeyed, task, advice }: TaskRequest,
): Promise<{ taskId: string } & Traced> {
  if (isKeyed) return pass(run, { stage: 'create', call: ({ bulky }) => bulky.createTask(task()) });
  const sentAt = now();
  try {
    return await pass(run, {
      stage: 'create',
      call: ({ bulkyOnce }) => bulkyOnce.createTask({ ...task(), keyed: false }),
    });
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    throw needsDecision(
      'outcome_unknown',
      `The task was requested at ${sentAt}, and the reply was lost: ${sentence(lossOf(error))} ` +
        'A repeat could make a second task, because client-task-id is set to ignored. ' +
        `Look at the service for a task with the name ${task().release.name}. ${advice}`,
    );
  }
}
