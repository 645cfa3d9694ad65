import { generateKeyPairSync } from 'node:crypto';
import { RecordRecovery } from '../../../src/client/records/recover-records';
import { Archive } from '../../../src/store/archive';
import { ManifestArchive } from '../../../src/store/manifest-archive';
import { StoreError } from '../../../src/store/store-error';
import { DirectoryStore } from '../../support/directory-store';
import { manifestBody } from '../../support/manifest';
import { useScratch } from '../../support/scratch';
import { temporalOfRuns } from '../../support/temporal-of-runs';

const scratch = useScratch();
const closeTime = new Date('2026-11-02T10:01:00.000Z');

interface Run {
  name: string;
  runId: string;
  firstRunId?: string;
}

function recoveryWith(runs: readonly Run[]) {
  const store = new DirectoryStore(scratch.path('store'));
  const manifests = new ManifestArchive(new Archive(store.storage));
  const temporal = temporalOfRuns(
    runs.map(({ name, ...run }) => ({
      ...run,
      workflowId: `release/default/${name}`,
      status: 'COMPLETED',
      endedAt: closeTime,
    })),
  );
  const access = { client: temporal.client, manifests, store, signingKey: null, taskQueue: "q's" };
  return { ...temporal, asked: temporal.read, manifests, access, recovery: new RecordRecovery(access) };
}

it('reads the history of no run that has its record, by its own id or by that of its first run', async () => {
  const runs = [
    { name: 'game-1', runId: 'run-1' },
    { name: 'game-1', runId: 'run-3', firstRunId: 'run-2' },
    { name: 'game-1', runId: 'run-4' },
  ];
  const { recovery, manifests, asked } = recoveryWith(runs);
  for (const runId of ['run-1', 'run-2']) await manifests.put(manifestBody({}, { runId }), null);
  await recovery.round(20);
  expect(asked).toEqual(['run-4']);
});

it('looks at a run once, and further back only the first time', async () => {
  const { recovery, asked, queries } = recoveryWith([{ name: 'game-1', runId: 'run-1' }]);
  await recovery.round(20);
  await recovery.round(20);
  expect(asked).toEqual(['run-1']);
  const since = queries.map((query) => Date.parse(/CloseTime > '([^']+)'/.exec(query)?.[1] ?? ''));
  expect(Math.round((Date.now() - (since[0] ?? 0)) / 86_400_000)).toBe(30);
  expect(Math.round((Date.now() - (since[1] ?? 0)) / 3_600_000)).toBe(1);
  expect(queries[0]).toContain(String.raw`TaskQueue = 'q\'s'`);
});

it('ends with the store, and begins anew where it ended', async () => {
  const { recovery, manifests, asked } = recoveryWith([{ name: 'game-1', runId: 'run-1' }]);
  const away = jest.spyOn(manifests, 'entries');
  away.mockRejectedValueOnce(new StoreError('unreachable', 'The store does not answer.'));
  await expect(recovery.round(20)).rejects.toThrow(StoreError);
  await recovery.round(20);
  expect(asked).toEqual(['run-1']);
});

it('writes nothing unsigned where signatures are checked', () => {
  const { access } = recoveryWith([]);
  const manifests = new ManifestArchive(new Archive(access.store.storage), [
    generateKeyPairSync('ed25519').publicKey,
  ]);
  expect(new RecordRecovery({ ...access, manifests }).fault).toContain('LOCRELEASE_SIGNING_KEY');
  expect(new RecordRecovery(access).fault).toBeNull();
});

it('leaves the rest to another round where it is told to stop', async () => {
  const { recovery, asked } = recoveryWith([
    { name: 'game-1', runId: 'run-1' },
    { name: 'game-2', runId: 'run-2' },
  ]);
  expect(await recovery.round(20, () => asked.length > 0)).toMatchObject({ more: true });
  expect(asked).toEqual(['run-1']);
  expect(await recovery.round(20)).toMatchObject({ more: false });
  expect(asked).toEqual(['run-1', 'run-2']);
});
