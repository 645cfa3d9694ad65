/** Back to an earlier release: its task is published again, and its files are in place again. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openArchive } from '../../src/client/records/archived-releases';
import { planRollback } from '../../src/client/plans/plan-rollback';
import { WorkClient } from '../../src/client/work-client';
import { readConfig } from '../../src/config/config';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import { workWorkflowId } from '../../src/domain/service-work';
import type { serviceWork } from '../../src/workflows';
import { cli, type CliRun } from '../support/cli';
import { ReleaseRig } from './release-rig';
import { itAtNight } from '../support/nightly';

const stringsOf = (greeting: string) => [
  { string_id: 'greeting', content: greeting },
  { string_id: 'farewell', content: 'Farewell!' },
];

let rig: ReleaseRig;
const start = async (config: object = {}): Promise<void> => {
  rig = await ReleaseRig.start({ minCheckInterval: '50ms', callbacks: false, ownWorker: true, config });
};
const replaces = { assumptions: { 'publish-languages': 'replace' } };
afterEach(() => rig.close());

const run = (...args: string[]): Promise<CliRun> =>
  cli(args, {
    ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
    TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
  });

async function release(name: string, greeting: string, more: Partial<ReleaseFile> = {}): Promise<void> {
  const directory = join(rig.directory, 'out');
  const file: Partial<ReleaseFile> = {
    name,
    terms: { scan: false },
    targetLanguages: ['ja', 'zh-cn'],
    supplementLanguages: ['ko'],
    export: { template: 'tpl-1a2b3c4d', directory, filename: 'game', mode: 'separate' },
    announce: undefined,
    ...more,
  };
  const { state } = await (await rig.release(file, stringsOf(greeting))).result();
  expect(state).toBe('done');
}

interface Shown {
  export: { files: { path: string; sha256: string }[] };
}

async function filesInPlace(id: string): Promise<Record<string, string>> {
  const { export: exported } = (await run('status', id, '-o', 'json')).json() as Shown;
  expect(exported.files.length).toBeGreaterThan(0);
  const read = exported.files.map(async ({ path }) => [path, await readFile(path, 'base64')] as const);
  return Object.fromEntries(await Promise.all(read));
}

it('puts the files of that release in place again, byte by byte, and is told of afterwards', async () => {
  await start();
  const first = `${rig.project}/game-1`;
  await release('game-1', 'Hello, Elder Mira!');
  const then = await filesInPlace(first);
  await release('game-2', 'Greetings, Elder Mira!');
  expect(await filesInPlace(first)).not.toEqual(then);

  const back = await run(
    'rollback',
    first,
    '--reason',
    'game-2 greets wrongly',
    '--as',
    'olga',
    '-o',
    'json',
  );
  expect(back).toMatchObject({ code: 0 });
  expect(back.stderr).toContain('The files are identical to those of that release.');
  expect(back.json()).toMatchObject({ state: 'done', problem: null });
  expect(await filesInPlace(first)).toEqual(then);
  const { workflowId, runId } = await rig.client.workflow
    .getHandle(`work/${rig.project}/rollback/game-1`)
    .describe();
  rig.alsoReplay({ workflowId, firstExecutionRunId: runId });

  const history = await run('list', '--all', '--project', rig.project, '-o', 'json');
  expect(history.json()).toMatchObject({
    releases: [
      { id: first, kind: 'rollback', state: 'done', by: 'olga', record: 'kept' },
      { id: `${rig.project}/game-2`, kind: 'release' },
      { id: first, kind: 'release' },
    ],
  });
  const report = await run('report', first);
  expect(report.stdout).toContain('## Rolled back to');
  expect(report.stdout).toContain('game-2 greets wrongly');
  const second = await run('report', `${rig.project}/game-2`);
  expect(second.stdout).toContain(`## What changed since ${first}`);
  expect(second.stdout).toContain('strings changed 1: greeting');
  expect((await run('report', first, '--verify')).code).toBe(0);
});

itAtNight('is refused where languages would be lost, until told to lose them', async () => {
  await start(replaces);
  const first = `${rig.project}/game-1`;
  await release('game-1', 'Hello, Elder Mira!');
  const then = await filesInPlace(first);
  await release('game-2', 'Greetings, Elder Mira!', { supplementLanguages: ['ko', 'fr'] });
  const publishes = () => rig.sandbox.journal.find({ subject: 'POST /tasks/publish' }).length;
  const before = publishes();

  const refused = await run('rollback', first);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain(`would lose fr, which ${rig.project}/game-2 has published`);
  expect(publishes()).toBe(before);
  expect(await filesInPlace(first)).not.toEqual(then);

  expect((await run('rollback', first, '--lose-languages')).code).toBe(0);
  expect(publishes()).toBe(before + 1);
  expect(await filesInPlace(first)).toEqual(then);
  // And forward again, which loses nothing.
  expect((await run('rollback', `${rig.project}/game-2`)).code).toBe(0);
});

it('is refused too where it is not known whether languages are lost, until told to lose them', async () => {
  await start();
  const first = `${rig.project}/game-1`;
  await release('game-1', 'Hello, Elder Mira!');
  await release('game-2', 'Greetings, Elder Mira!', { supplementLanguages: ['ko', 'fr'] });
  const { code, stderr } = await run('rollback', first);
  expect(code).toBe(2);
  expect(stderr).toContain(`A rollback to ${first} may lose fr, which ${rig.project}/game-2 has published.`);
  expect(stderr).toContain('Nothing was published.');
  expect((await run('rollback', first, '--lose-languages')).code).toBe(0);
});

it('publishes nothing where others published more languages before its turn', async () => {
  await start(replaces);
  await release('game-1', 'Hello, Elder Mira!');
  const config = readConfig(rig.env({ LOCRELEASE_CONFIG: rig.configFile }), rig.directory);
  const access = { archive: openArchive(config), store: rig.store, client: rig.client, config };
  const asked = { by: 'olga', reason: null, loseLanguages: false };
  const { work } = await planRollback(access, { project: rig.project, name: 'game-1' }, asked);
  await release('game-2', 'Greetings, Elder Mira!', { supplementLanguages: ['ko', 'fr'] });
  const publishes = () => rig.sandbox.journal.find({ subject: 'POST /tasks/publish' }).length;
  const before = publishes();

  await new WorkClient(rig.client, config).start(work, 'olga');
  const handle = rig.client.workflow.getHandle<typeof serviceWork>(workWorkflowId(work));
  expect(await handle.result()).toMatchObject({
    state: 'blocked',
    problem: {
      code: 'languages_lost',
      message: expect.stringContaining(`${rig.project}/game-2 has published fr since`) as string,
    },
  });
  expect(publishes()).toBe(before);
  const { runId } = await handle.describe();
  rig.alsoReplay({ workflowId: handle.workflowId, firstExecutionRunId: runId });
  // Nothing was published by it: the last to have published is still the other one.
  expect((await run('rollback', `${rig.project}/game-1`)).stderr).toContain(`${rig.project}/game-2`);
});

it('is refused where there is nothing to publish again', async () => {
  await start();
  await release('unpublished', 'Hello!', { publish: false, export: undefined });
  const never = await run('rollback', `${rig.project}/unpublished`);
  expect(never).toMatchObject({ code: 2 });
  expect(never.stderr).toContain('was never published');
  const unknown = await run('rollback', `${rig.project}/nothing`);
  expect(unknown).toMatchObject({ code: 2 });
  expect(unknown.stderr).toContain('There is no record of release');

  await release('game-1', 'Hello, Elder Mira!');
  rig.sandbox.faults.add({ on: 'GET /tasks/status', do: 'refuse', code: 404, nth: 'all' });
  const gone = await run('rollback', `${rig.project}/game-1`, '-o', 'json');
  expect(gone).toMatchObject({ code: 8 });
  expect(gone.json()).toMatchObject({ state: 'failed', problem: { code: 'task_gone' } });
  const history = await run('list', '--all', '--project', rig.project);
  expect(history.stdout).toContain('rollback failed');
});
