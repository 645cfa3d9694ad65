import { join } from 'node:path';
import { useScratch } from '../../support/scratch';
import { PROJECT, runTool, writeFixture } from './fixture';

const scratch = useScratch();

it('finds exports, types, files and dependencies that nobody uses', async () => {
  await writeFixture(scratch, {
    files: {
      'web/main.tsx': "import { used } from '../src/domain/stages';\nused();",
      'src/domain/stages.ts':
        'export function used(): void {}\nexport function unused(): void {}\nexport interface Unnamed { x: 1 }',
      'src/domain/forgotten.ts': 'export {};',
    },
    dependencies: ['ms'],
  });

  const config = join(PROJECT, 'knip.json');
  const report = await runTool(scratch.path(), 'knip', '-c', config, '--reporter', 'compact');

  expect(report.trim().split('\n')).toEqual([
    'Unused files (1)',
    'src/domain/forgotten.ts: src/domain/forgotten.ts',
    'Unused dependencies (1)',
    'package.json: ms',
    'Unused exports (1)',
    'src/domain/stages.ts: unused',
    'Unused exported types (1)',
    'src/domain/stages.ts: Unnamed',
  ]);
});
