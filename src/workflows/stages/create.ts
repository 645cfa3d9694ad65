import { workflowInfo } from '@temporalio/workflow';
import { clientTaskId } from '../../domain/identity';
import type { Traced } from '../../activities/tasks';
import type { ReleaseInput } from '../../domain/release-input';
import { keepTrace, warn } from '../../domain/release-transitions';
import { sentence } from '../../domain/sentence';
import type { ActivityInput } from '../../protocol/activity-inputs';
import { reads } from '../activity-proxies';
import { pass } from '../gate';
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
  const isKeyed = readings['client-task-id'] !== 'ignored';
  const created = isKeyed
    ? await pass(release, { stage: 'create', call: ({ bulky }) => bulky.createTask(taskOf(release)) })
    : await createUnkeyed(release);
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

/** The service is said to make a task for each call: after a lost reply only a person can tell whether there is one. */
async function createUnkeyed(release: ReleaseRun): Promise<{ taskId: string } & Traced> {
  const sentAt = now();
  try {
    return await pass(release, {
      stage: 'create',
      call: ({ bulkyOnce }) => bulkyOnce.createTask({ ...taskOf(release), keyed: false }),
    });
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    throw needsDecision(
      'outcome_unknown',
      `The task was requested at ${sentAt}, and the reply was lost: ${sentence(lossOf(error))} ` +
        'A repeat could make a second task, because client-task-id is set to ignored. ' +
        `Look at the service for a task with the name ${release.spec.name}. Retry creates a task. Abort ends the release.`,
    );
  }
}
