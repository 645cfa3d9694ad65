/** The product of tomorrow: the build of today with other workflow code, guarded where today's histories would not fit. */
import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWorkflows } from '../../test/support/bundle-workflows';
import type { Site } from './site';
import { PROJECT } from './version';

/** Returns the path of its command. */
export async function buildNextVersion(site: Site): Promise<string> {
  const home = site.path('next');
  await mkdir(home);
  await cp(join(PROJECT, 'dist'), join(home, 'dist'), { recursive: true });
  await cp(join(PROJECT, 'package.json'), join(home, 'package.json'));
  await symlink(join(PROJECT, 'node_modules'), join(home, 'node_modules'));
  await bundleWorkflows({ change: 'guarded-change', path: join(home, 'dist/workflow-bundle.js') });
  return join(home, 'dist/cli/main.js');
}
