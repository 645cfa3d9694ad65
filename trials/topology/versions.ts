/** Versions of the workers, with the commands of docs/running.md. */
import { join, resolve } from 'node:path';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { bundleWorkflows } from '../../test/support/bundle-workflows';
import type { Site } from './site';
import { until } from '../../test/support/until';
import type { TemporalService } from './temporal-service';

/** As which the workers are registered. */
export const DEPLOYMENT = 'locrelease';
export const PROJECT = resolve(__dirname, '../..');
/** The command that was built of the project as it is. */
export const TODAY = join(PROJECT, 'dist/cli/main.js');

/** A version of the workers: what they register as, and the command that they are. */
export interface Version {
  buildId: string;
  command: string;
}
export const today: Version = { buildId: 'v1', command: TODAY };

/** The product of tomorrow: the build of today with other workflow code, guarded where today's histories would not fit. Returns its command. */
export async function buildNextVersion(site: Site): Promise<string> {
  const home = site.path('next');
  await mkdir(home);
  await cp(join(PROJECT, 'dist'), join(home, 'dist'), { recursive: true });
  await cp(join(PROJECT, 'package.json'), join(home, 'package.json'));
  await symlink(join(PROJECT, 'node_modules'), join(home, 'node_modules'));
  await bundleWorkflows({ change: 'guarded-change', path: join(home, 'dist/workflow-bundle.js') });
  return join(home, 'dist/cli/main.js');
}

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
