import { useScratch } from '../../support/scratch';
import { cruise, writeFixture } from './fixture';

const scratch = useScratch();

it('finds what gets into the bundles of workflows and page at run time, and lets types be named', async () => {
  await writeFixture(scratch, {
    files: {
      'src/workflows/index.ts':
        "import type { x } from '../store/content-store';\nexport * from './release';\nexport type y = typeof x;",
      'src/workflows/release.ts': "import '../protocol/messages';",
      'src/workflows/pass-trace.ts': "import '../domain/release/identity';",
      'src/protocol/messages.ts': "import 'zod';",
      'src/domain/release/identity.ts': "import 'node:fs/promises';\nimport '../schedules/wall-clock';",
      'src/domain/schedules/wall-clock.ts': 'export const x = 1;',
      'src/temporal/payloads/failure-converter.ts': "import '../../config/config';",
      'src/config/config.ts': 'export const x = 1;',
      'src/store/content-store.ts': "import 'node:zlib';\nexport const x = 1;",
      'web/main.tsx': "import './api';\nimport '../src/domain/release/stages';",
      'web/api.ts':
        "import type { x } from '../src/store/content-store';\nimport '../src/protocol/console-api';\nexport type y = typeof x;",
      'src/protocol/console-api.ts': "import 'zod';",
      'src/domain/release/stages.ts': "import 'crypto';",
    },
    dependencies: ['zod'],
  });
  const entries = [
    'src/workflows/index.ts',
    'src/workflows/pass-trace.ts',
    'src/temporal/payloads/failure-converter.ts',
    'web/main.tsx',
  ];

  const { found, rules } = await cruise(scratch, '.dependency-cruiser.bundles.mjs', entries);

  expect(found).toEqual([
    'page-bundle-without-node: web/main.tsx → crypto',
    'page-bundle-without-other-rooms: web/main.tsx → src/protocol/console-api.ts',
    'page-bundle-without-zod: web/main.tsx → node_modules/zod/index.js',
    'workflow-bundle-without-node: src/workflows/pass-trace.ts → fs/promises',
    'workflow-bundle-without-other-rooms: src/temporal/payloads/failure-converter.ts → src/config/config.ts',
    'workflow-bundle-without-time-zones: src/workflows/pass-trace.ts → src/domain/schedules/wall-clock.ts',
    'workflow-bundle-without-zod: src/workflows/index.ts → node_modules/zod/index.js',
  ]);
  expect(found).toHaveLength(rules.length);
});
