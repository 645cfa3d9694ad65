import { clientTaskId } from '../../domain/identity';
import { warn } from '../../domain/release-transitions';
import { bulky, repeatable } from '../activity-proxies';
import { needsDecision } from '../problems';
import type { ReleaseRun } from '../release-run';

/** Looks at everything that a later stage will need, while nothing has been paid for, then creates the task. */
export async function createTask(release: ReleaseRun): Promise<void> {
  const { record, spec, input } = release;
  if (record.taskId !== null) return;
  const { stops, warnings, settings } = await repeatable.preflight({ spec });
  record.settings = settings;
  for (const warning of warnings) warn(record, warning);
  if (stops.length > 0) {
    throw needsDecision(
      'preflight',
      `The release cannot start as it is. Nothing was created or paid for yet.\n${stops.map((stop) => `- ${stop}`).join('\n')}\nFix this, then retry.`,
    );
  }
  const { taskId } = await bulky.createTask({
    release: release.name,
    clientTaskId: clientTaskId(release.name, record.firstRunId),
    source: input.source,
    targetLanguages: spec.targetLanguages,
    scanTerms: spec.terms.scan,
    autoApplyTerms: !(spec.terms.scan && spec.terms.confirmation === 'operator'),
  });
  record.taskId = taskId;
}
