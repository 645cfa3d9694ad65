/** Versions of the workers, with the commands of docs/running.md. */
import { until } from '../../test/support/until';
import { DEPLOYMENT } from './product';
import type { TemporalService } from './temporal-service';
import type { Version } from './version';

/** New releases begin on it from now on. Temporal knows it once one of its workers has polled. */
export async function makeCurrent({ temporal }: TemporalService, { buildId }: Version): Promise<void> {
  await until(`${buildId} is current`, () =>
    temporal(
      ...['worker', 'deployment', 'set-current-version', '--yes'],
      ...['--deployment-name', DEPLOYMENT, '--build-id', buildId],
    ).then(
      () => true,
      () => false,
    ),
  );
}

/** What is still open on it: its workers must stay that long. */
export async function openOn({ temporal }: TemporalService, { buildId }: Version): Promise<string[]> {
  const query = `TemporalWorkerDeploymentVersion = '${DEPLOYMENT}:${buildId}' AND ExecutionStatus IN ('Running', 'Paused')`;
  const lines = await temporal('workflow', 'list', '--query', query, '--output', 'jsonl');
  return lines.match(/"workflowId": *"[^"]+"/g) ?? [];
}
