import { join } from 'node:path';
import { useScratch } from '../../support/scratch';
import { PROJECT, runTool, writeFixture } from './fixture';

const scratch = useScratch();

/** Of one file: what is left over, by kind. */
type Issues = { file: string } & Record<string, string | { name: string }[]>;

function toldOf({ file, ...kinds }: Issues): string[] {
  return Object.entries(kinds).flatMap(([kind, found]) =>
    typeof found === 'string' ? [] : found.map(({ name }) => `${kind} of ${file}: ${name}`),
  );
}

it('finds exports, types, files and dependencies that nobody uses', async () => {
  await writeFixture(scratch, {
    files: {
      'web/main.tsx': "import { used } from '../src/domain/release/stages';\nused();",
      'src/domain/release/stages.ts':
        'export function used(): void {}\nexport function unused(): void {}\nexport interface Unnamed { x: 1 }',
      'src/domain/forgotten.ts': 'export {};',
    },
    dependencies: ['ms'],
  });

  const config = join(PROJECT, 'knip.json');
  const report = await runTool(scratch.path(), 'knip', '-c', config, '--reporter', 'json');

  const { issues } = JSON.parse(report) as { issues: Issues[] };
  expect(issues.flatMap(toldOf).sort()).toEqual([
    'dependencies of package.json: ms',
    'exports of src/domain/release/stages.ts: unused',
    'files of src/domain/forgotten.ts: src/domain/forgotten.ts',
    'types of src/domain/release/stages.ts: Unnamed',
  ]);
});
