/** The product of tomorrow: the build of today with other workflow code, guarded where today's histories would not fit. */
import { cp, mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundleChangedWorkflows } from '../../test/support/changed-workflows';
import type { Change } from '../../web/review/sheet';
import type { Site } from './site';
import { PROJECT } from './version';

/** One more command before each stage: in a history of today's code it stands nowhere. */
const changes: Change[] = [
  {
    file: 'run-stage.ts',
    from: 'import { isCancellation }',
    to: 'import { isCancellation, patched, sleep }',
  },
  {
    file: 'run-stage.ts',
    from: '    await work(release);',
    to: '    if (patched(`breathe-before-${name}`)) await sleep(1);\n    await work(release);',
  },
];

/** Answers its command. */
export async function buildNextVersion(site: Site): Promise<string> {
  const home = site.path('next');
  await mkdir(home);
  await cp(join(PROJECT, 'dist'), join(home, 'dist'), { recursive: true });
  await cp(join(PROJECT, 'package.json'), join(home, 'package.json'));
  await symlink(join(PROJECT, 'node_modules'), join(home, 'node_modules'));
  const bundle = await bundleChangedWorkflows(changes);
  await cp(bundle, join(home, 'dist/workflow-bundle.js'));
  await rm(dirname(bundle), { recursive: true });
  return join(home, 'dist/cli/main.js');
}
