import { useScratch } from '../../support/scratch';
import { cruise, writeFixture } from './fixture';

const scratch = useScratch();

/** Who imports what, and the rules that must find it. */
const faults: Readonly<Record<string, string[]>> = {
  'src/attic/old.ts → src/domain/release/stages.ts': ['every-room-has-a-place'],
  'src/domain/asks-over-http.ts → src/http/exchange.ts': [
    'no-way-up-from-domain-or-package',
    'domain-imports-nobody',
  ],
  'src/files/asks-over-http.ts → src/http/exchange.ts': ['no-way-up-from-files'],
  'src/activities/reads-sources-itself.ts → src/source/read-source-files.ts': [
    'others-read-no-sources-themselves',
  ],
  'src/http/reads-settings.ts → src/config/config.ts': ['no-way-up-from-http-or-protocol'],
  'src/protocol/asks-over-http.ts → src/http/exchange.ts': [
    'no-way-up-from-http-or-protocol',
    'protocol-imports-the-domain-alone',
  ],
  'src/config/knows-a-service.ts → src/social/vocabulary.ts': ['no-way-up-from-config-or-health-or-tracing'],
  'src/localization/knows-the-other-service.ts → src/social/vocabulary.ts': [
    'no-way-up-from-localization-or-social-or-notices',
  ],
  'src/store/knows-its-reader.ts → src/client/stories/story-from-history.ts': [
    'no-way-up-from-source-or-store-or-temporal',
  ],
  'src/checks/knows-the-door.ts → src/gateway/page.ts': ['no-way-up-from-checks'],
  'src/probe/runs-an-activity.ts → src/activities/tasks.ts': [
    'no-way-up-from-probe',
    'activities-run-in-a-worker',
  ],
  'src/activities/knows-its-worker.ts → src/worker.ts': ['no-way-up-from-activities'],
  'src/workflows/asks-a-client.ts → src/client/stories/story-from-history.ts': [
    'no-way-up-from-workflows',
    'workflows-call-nobody',
  ],
  'src/client/knows-the-door.ts → src/gateway/page.ts': ['no-way-up-from-client'],
  'src/operations/knows-the-tools.ts → src/mcp/tool.ts': ['no-way-up-from-operations-or-export-formats'],
  'src/export-formats/asks-a-backend.ts → src/operations/backend.ts': [
    'no-way-up-from-operations-or-export-formats',
  ],
  'src/gateway/runs-a-worker.ts → src/worker.ts': ['no-way-up-from-gateway-or-sandbox-or-worker'],
  'src/embedded/runs-a-command.ts → src/cli/main.ts': ['no-way-up-from-embedded'],
  'src/domain/reads-files.ts → fs': ['domain-imports-nobody'],
  'src/domain/checks-with-zod.ts → zod': ['domain-uses-zod-in-its-place'],
  'src/domain/counts-with-ms.ts → ms': ['domain-uses-ms-in-its-place'],
  'src/domain/knows-temporal.ts → @temporalio/common': ['domain-uses-@temporalio/common-in-its-place'],
  'src/mcp/knows-the-gateway.ts → src/gateway/page.ts': ['no-way-up-from-mcp'],
  'src/protocol/brings-a-library.ts → undici': ['protocol-imports-the-domain-alone'],
  'src/protocol/defines-messages-elsewhere.ts → @temporalio/workflow': ['only-messages-name-temporal'],
  'src/workflows/knows-a-service.ts → src/localization/vocabulary.ts': ['workflows-call-nobody'],
  'src/workflows/makes-requests.ts → undici': ['workflows-use-temporal-alone'],
  'src/workflows/reads-files.ts → fs': ['workflows-use-temporal-alone'],
  'src/workflows/writes-by-itself.ts → src/workflows/write-proxies.ts': ['only-the-write-guard-writes'],
  'src/client/runs-a-workflow.ts → src/workflows/release.ts': ['workflows-run-in-a-worker'],
  'src/client/runs-an-activity.ts → src/activities/tasks.ts': ['activities-run-in-a-worker'],
  'src/sandbox/shares-schemas.ts → src/localization/replies.ts': ['sandbox-shares-words-alone'],
  'web/knows-the-client.ts → src/client/stories/story-from-history.ts': ['page-knows-the-domain-alone'],
  'web/checks-messages.ts → src/protocol/messages.ts': ['page-takes-types-from-the-protocol'],
  'test/draws-for-itself.ts → fast-check': ['properties-share-a-seed'],
  'src/cli/needs-tests.ts → test/support/until.ts': ['product-without-tests'],
  'src/cli/needs-what-is-not-installed.ts → preact': ['product-without-development-dependencies'],
};

/** Faults of another shape, and how they are told. */
const otherFaults = {
  files: {
    'src/store/chicken.ts': "import './egg';",
    'src/store/egg.ts': "import './chicken';",
    'src/store/lock.ts': "import type { key } from './key';\nexport type lock = key;",
    'src/store/key.ts': "import type { lock } from './lock';\nexport type key = lock;",
    'src/store/forgotten.ts': 'export {};',
    'src/store/lost.ts': "import './nowhere';",
  },
  told: [
    'no-cycles: src/store/chicken.ts → src/store/egg.ts',
    'no-cycles: src/store/key.ts → src/store/lock.ts',
    'no-orphans: src/store/forgotten.ts → src/store/forgotten.ts',
    'no-unknown-imports: src/store/lost.ts → ./nowhere',
  ],
};

/** What looks alike and is allowed. */
const allowed = {
  'src/workflows/names-activities.ts': "import type { x } from '../activities/tasks';\nexport type { x };",
  'src/workflows/write-guard.ts': "import './write-proxies';",
  'src/client/names-workflows.ts': "import type { x } from '../workflows/release';\nexport type { x };",
  'src/sandbox/shares-words.ts': "import '../localization/vocabulary';\nimport '../http/exchange';",
  'src/domain/release/release-file.ts': "import 'zod';",
  'src/protocol/messages.ts':
    "import 'zod';\nimport '@temporalio/workflow';\nimport '../domain/release/stages';",
  'src/worker.ts': "import './activities/tasks';",
  'src/cli/main.ts': "import '../worker';\nimport '../gateway/page';",
  'web/names-protocol.ts': "import type { x } from '../src/protocol/messages';\nexport type { x };",
  'test/anything.test.ts': "import '../src/sandbox/shares-words';\nimport 'preact';",
};

const isFile = (name: string) => /[.]ts$/.test(name);

/** The file of an import, and the line that makes it. */
function importing(edge: string): [file: string, text: string] {
  const [from = '', to = ''] = edge.split(' → ');
  const upwards = '../'.repeat(from.split('/').length - 1);
  return [from, `import '${isFile(to) ? upwards + to.slice(0, -'.ts'.length) : to}';`];
}

/** As the tool tells it: libraries by the file that is found. */
function told(edge: string): string {
  const [from = '', to = ''] = edge.split(' → ');
  return `${from} → ${isFile(to) || to === 'fs' ? to : `node_modules/${to}/index.js`}`;
}

it('finds each import that goes the wrong way, and no other', async () => {
  const imported = Object.keys(faults).flatMap((edge) => edge.split(' → ').slice(1));
  await writeFixture(scratch, {
    files: {
      ...Object.fromEntries(imported.filter(isFile).map((file) => [file, 'export const x = 1;'])),
      ...otherFaults.files,
      ...allowed,
      ...Object.fromEntries(Object.keys(faults).map(importing)),
    },
    dependencies: ['zod', 'ms', 'undici', '@temporalio/common', '@temporalio/workflow'],
    devDependencies: ['preact', 'fast-check'],
  });

  const { found, rules } = await cruise(scratch, '.dependency-cruiser.mjs', ['src', 'web', 'test']);

  const expected = Object.entries(faults).flatMap(([edge, names]) =>
    names.map((name) => `${name}: ${told(edge)}`),
  );
  expect(found).toEqual([...expected, ...otherFaults.told].sort());
  const rulesShown = new Set(found.map((line) => line.slice(0, line.indexOf(': '))));
  expect(rules.filter((name) => !rulesShown.has(name))).toEqual([]);
});
