/** What stays of a release: kept at every end, and there when Temporal has forgotten the release. */
import { WorkflowNotFoundError } from '@temporalio/client';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../src/config/config';
import { RecordRecovery } from '../../src/client/records/recover-records';
import { startRelease } from '../../src/client/releases/start-release';
import { canonicalJson } from '../../src/domain/text/canonical-json';
import { releaseWorkflowId } from '../../src/domain/release/identity';
import type { Manifest, ReleaseManifest } from '../../src/domain/release/manifest-schema';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import type { ReleaseInput } from '../../src/domain/release/release-input';
import { newRecord } from '../../src/domain/release/release-record';
import { cancelUpdate, confirmTermsSignal, rejectTermsSignal } from '../../src/protocol/messages';
import { Archive } from '../../src/store/archive';
import { ManifestArchive, type StoredManifest } from '../../src/store/manifest-archive';
import { StoreError } from '../../src/store/store-error';
import { CLOSED } from '../../src/temporal/runs';
import { cli, type CliRun } from '../support/cli';
import { Person, startConsole } from '../support/console';
import { manifestBody } from '../support/manifest';
import { until } from '../support/until';
import { ReleaseRig, withRig, type ReleaseHandle } from './release-rig';

const quick: Partial<ReleaseFile> = { terms: { scan: false } };
const realTime = { minCheckInterval: '50ms', callbacks: false };

const archiveOf = (rig: ReleaseRig): ManifestArchive => new ManifestArchive(new Archive(rig.store.storage));

async function records(rig: ReleaseRig, name: string): Promise<StoredManifest[]> {
  const archive = archiveOf(rig);
  return Promise.all(
    (await archive.entries({ project: rig.project, name })).map((entry) => archive.open(entry)),
  );
}

async function newest(rig: ReleaseRig, name: string): Promise<ReleaseManifest> {
  const [kept] = await records(rig, name);
  expect(kept?.faults).toEqual([]);
  const manifest: Manifest | null = kept?.manifest ?? null;
  if (manifest?.kind !== 'release') throw new Error('there is no record of a release');
  return manifest;
}

const recoveryOf = (rig: ReleaseRig, signingKey: KeyObject | null = null): RecordRecovery =>
  new RecordRecovery({
    client: rig.client,
    manifests: archiveOf(rig),
    store: rig.store,
    signingKey,
    taskQueue: rig.taskQueue,
  });

const listedAsClosed = ({ client }: ReleaseRig, { workflowId }: ReleaseHandle): Promise<true> =>
  until('the list has its end', async () => {
    const { count } = await client.workflow.count(`WorkflowId = '${workflowId}' AND ${CLOSED}`);
    return count > 0;
  });

/** As its retention does. */
async function forget(rig: ReleaseRig, workflowId: string): Promise<void> {
  const { client } = rig;
  const runs: string[] = [];
  for await (const { runId } of client.workflow.list({ query: `WorkflowId = '${workflowId}'` }))
    runs.push(runId);
  const newestRun = await client.workflow.getHandle(workflowId).describe();
  for (const runId of new Set([...runs, newestRun.runId])) {
    await client.workflowService.deleteWorkflowExecution({
      namespace: client.options.namespace,
      workflowExecution: { workflowId, runId },
    });
  }
  await until('Temporal has forgotten it', async () => {
    try {
      await client.workflow.getHandle(workflowId).describe();
      return false;
    } catch (error) {
      return error instanceof WorkflowNotFoundError;
    }
  });
  await until('the list has forgotten it', async () => {
    const { count } = await client.workflow.count(`WorkflowId = '${workflowId}'`);
    return count === 0;
  });
}

/** Not the rig's own start: nobody replays what is forgotten. */
async function started(rig: ReleaseRig, input: ReleaseInput): Promise<ReleaseHandle> {
  const { store, taskQueue } = rig;
  await startRelease(rig.client, { input, taskQueue, store });
  return rig.client.workflow.getHandle(releaseWorkflowId(input.spec)) as ReleaseHandle;
}

describe('a release that Temporal has forgotten', () => {
  let rig: ReleaseRig;
  let input: ReleaseInput;
  let run: (...args: string[]) => Promise<CliRun>;
  let releaseFile: string;

  beforeAll(async () => {
    rig = await ReleaseRig.start(realTime);
    run = (...args) =>
      cli(args, {
        ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
        TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
      });
    releaseFile = join(rig.directory, 'release.json');
    await writeFile(join(rig.directory, 'strings.json'), JSON.stringify({ greeting: 'Hello, Elder Mira!' }));
    input = await rig.input({ name: 'game-1' }, [{ string_id: 'greeting', content: 'Hello, Elder Mira!' }]);
    const { directory } = input.spec.export ?? {};
    await writeFile(
      releaseFile,
      JSON.stringify({
        name: 'game-1',
        project: rig.project,
        source: { file: 'strings.json' },
        targetLanguages: ['zh-cn', 'ja'],
        supplementLanguages: ['ko'],
        export: { template: 'tpl-1a2b3c4d', directory },
        announce: { accounts: ['acc_1', 'acc_2'], text: '{name} now speaks {languages}.' },
      }),
    );
    const handle = await started(rig, { ...input, branch: 'release/1' });
    await rig.waitingForTerms(handle);
    await handle.signal(confirmTermsSignal, { by: 'olga', comment: 'looks right' });
    await handle.result();
    await forget(rig, handle.workflowId);
  }, 120_000);
  afterAll(() => rig.close());

  const id = (): string => `${rig.project}/game-1`;

  it('is told of by status, files, explain and list, each saying where it has it from', async () => {
    const status = await run('status', id(), '-o', 'json');
    expect(status).toMatchObject({ code: 0 });
    expect(status.json()).toMatchObject({
      state: 'done',
      archived: true,
      languages: ['zh-cn', 'ja', 'ko'],
      decisions: [{ by: 'olga', what: 'confirm terms', why: 'looks right' }],
      announcement: { targets: [{ status: 'published' }, { status: 'published' }] },
    });
    expect((await run('status', id())).stdout).toContain('From the archive');

    const files = await run('files', id(), '--to', join(rig.directory, 'copied'));
    expect(files).toMatchObject({ code: 0 });
    expect(files.stderr).toContain('From the archive');
    const copy = join(rig.directory, 'copied', 'game-1.ini');
    expect(await readFile(copy, 'utf8')).toContain('greeting');
    await writeFile(copy, 'edited by hand');
    const refused = await run('files', id(), '--to', join(rig.directory, 'copied'));
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Nothing was written.') as string,
    });
    expect(await readFile(copy, 'utf8')).toBe('edited by hand');
    expect(await run('files', id(), '--to', join(rig.directory, 'copied'), '--replace')).toMatchObject({
      code: 0,
    });
    expect(await readFile(copy, 'utf8')).toContain('greeting');

    const explained = await run('explain', id());
    expect(explained).toMatchObject({ code: 0 });
    expect(explained.stderr).toContain('From the archive');
    expect(explained.stdout).toContain('olga confirmed the terms ("looks right").');

    const list = async (...words: string[]): Promise<unknown> =>
      (await run('list', '--project', rig.project, '-o', 'json', ...words)).json();
    expect(await list()).toEqual({ releases: [] });
    expect(await list('--all')).toMatchObject({ releases: [{ id: id(), state: 'done', record: 'kept' }] });
    expect(await list('--all', '--state', 'waiting')).toEqual({ releases: [] });
    expect((await run('wait', id())).code).toBe(0);
  });

  it('has its report and its place in the history', async () => {
    const markdown = await run('report', id());
    expect(markdown).toMatchObject({ code: 0 });
    expect(markdown.stdout).toContain('**Terms approved by:** olga');
    expect(markdown.stdout).toContain('**Branch:** release/1');
    expect(markdown.stdout).toContain('## Announced');
    const html = await run('report', id(), '--format', 'html');
    expect(html.stdout).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    expect((await run('report', id(), '-o', 'json')).json()).toMatchObject({
      schemaVersion: 1,
      kind: 'release',
      content: { project: rig.project, name: 'game-1', state: 'done' },
      run: { branch: 'release/1' },
      signature: null,
    });
    const { stdout, ...content } = await run('report', id(), '--content');
    expect(content.code).toBe(0);
    expect(stdout).not.toMatch(/\d{4}-\d{2}-\d{2}T|task_|post_/);
    expect(stdout).toBe(`${canonicalJson(content.json())}\n`);
    const history = await run('list', '--all', '--project', rig.project, '-o', 'json');
    expect(history.json()).toMatchObject({
      releases: [{ id: id(), state: 'done', by: 'olga', languages: ['zh-cn', 'ja', 'ko'], record: 'kept' }],
    });
    expect(await run('report', `${rig.project}/nothing`)).toMatchObject({ code: 2, stdout: '' });
  });

  it('is shown by the gateway, with its report as a page of its own', async () => {
    const config = readConfig(rig.env({ GATEWAY_PORT: '0' }), rig.directory);
    const gateway = await startConsole(rig.client, config);
    try {
      const cookie = (await Person.signedIn(gateway.url, 'reader')).cookie ?? '';
      const get = (path: string) =>
        fetch(`${gateway.url}/api/releases/${id()}${path}`, { headers: { cookie } });
      expect(await (await get('')).json()).toMatchObject({
        status: { state: 'done', archived: true },
        startedBy: 'tester',
        temporalUrl: null,
      });
      expect(await (await get('/story')).text()).toContain('olga confirmed the terms');
      const report = await get('/report');
      expect(report.headers.get('content-type')).toContain('text/html');
      expect(report.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-/,
      );
      expect(await report.text()).toContain('Terms approved by');
      const stranger = await fetch(`${gateway.url}/api/releases/${id()}/report`);
      expect(stranger.status).toBe(401);
    } finally {
      await gateway.close();
    }
  });

  it('is not released a second time under its name', async () => {
    const again = await run('start', releaseFile, '-o', 'json');
    expect(again).toMatchObject({ code: 0 });
    expect(again.json()).toMatchObject({ state: 'done', archived: true });
    expect(again.stderr).toContain('has already ended');
    const other = join(rig.directory, 'other.json');
    await writeFile(other, (await readFile(releaseFile, 'utf8')).replace('["ko"]', '[]'));
    const refused = await run('start', other);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('supplementLanguages: was ["ko"], now not set');
    const added = await run('amend', id(), '--add-language', 'fr');
    expect(added).toMatchObject({ code: 2 });
    expect(added.stderr).toContain('Temporal has forgotten it');
  });

  it('is not to be changed unnoticed', async () => {
    expect(await run('report', id(), '--verify')).toMatchObject({ code: 0 });
    const folder = join(rig.store.directory, 'archive', rig.project, 'game-1');
    const [name = ''] = await readdir(folder);
    const path = join(folder, name);
    const bytes = await readFile(path);
    await writeFile(path, bytes.toString('utf8').replace('looks right', 'looks tight'));
    const changed = await run('report', id(), '--verify');
    await writeFile(path, bytes);
    expect(changed).toMatchObject({ code: 3 });
    expect(changed.stdout).toContain('content.decisions is not as it was written.');
    expect((await run('report', id(), '--verify')).code).toBe(0);
  });

  it('is one of many: lists are cut at their limit and say how many more there are', async () => {
    const { project } = rig;
    const file = {
      ...quick,
      supplementLanguages: [],
      announce: undefined,
      export: undefined,
      publish: false,
    };
    for (const name of ['game-2', 'game-3']) await (await rig.release({ ...file, name })).result();
    const list = await until('Temporal lists both', async () => {
      const ran = await run('list', '--project', project, '--limit', '1');
      return ran.stderr.includes('about 1 more') && ran;
    });
    expect(list.stdout).toMatch(/game-3[^\n]*\n$/);
    expect(list.stderr).toBe(
      'Only the newest 1 are shown. There are about 1 more: raise --limit to see them.\n',
    );
    expect((await run('list', '--project', project, '--limit', '2')).stderr).toBe('');
    const cut = await run('list', '--all', '--project', project, '--limit', '1');
    expect({ rows: cut.stdout.trim().split('\n').length - 1, said: cut.stderr }).toEqual({
      rows: 1,
      said: expect.stringContaining('about 2 more') as string,
    });
  });
});

it('keeps the same content for two runs of the same release, byte by byte', () =>
  withRig(realTime, async (rig) => {
    const input = await rig.input({ ...quick, name: 'twice' });
    await (await rig.startRelease(input)).result();
    await (await rig.startRelease(input)).result();
    const [second, first] = await records(rig, 'twice');
    expect(canonicalJson(second?.manifest?.content)).toBe(canonicalJson(first?.manifest?.content));
    expect(second?.manifest?.run.runId).not.toBe(first?.manifest?.run.runId);
    expect(second?.manifest?.checksums.content).toEqual(first?.manifest?.checksums.content);
  }));

describe('a record is kept', () => {
  it('of a release that was rejected, and of one that was cancelled', () =>
    withRig(realTime, async (rig) => {
      const rejected = await rig.release({ name: 'rejected' });
      await rig.waitingForTerms(rejected);
      await rejected.signal(rejectTermsSignal, { by: 'olga', reason: 'too many slips' });
      await rejected.result();
      const ended = await newest(rig, 'rejected');
      expect(ended.content).toMatchObject({
        state: 'rejected',
        problem: 'rejected',
        decisions: [{ by: 'olga', what: 'reject terms', why: 'too many slips' }],
        files: [],
      });
      expect(ended.run).toMatchObject({ calls: [{ stage: 'create' }], publishJobId: null });

      const cancelled = await rig.release({ name: 'cancelled' });
      await rig.waitingForTerms(cancelled);
      await cancelled.executeUpdate(cancelUpdate, { args: [{ by: 'ivan', reason: 'not this week' }] });
      await cancelled.result();
      expect((await newest(rig, 'cancelled')).content).toMatchObject({
        state: 'cancelled',
        decisions: [{ by: 'ivan', what: 'cancel', why: 'not this week' }],
      });
    }));

  it('when a release becomes partial, and again when it ends', () =>
    withRig(realTime, async (rig) => {
      rig.sandbox.faults.add({ on: 'target acc_2', do: 'fail' });
      const handle = await rig.release({ ...quick, name: 'partial' });
      await rig.reached(handle, ({ state }) => state === 'partial', 'it is partial');
      await until('its record is kept', async () => (await records(rig, 'partial')).length === 1);
      expect((await newest(rig, 'partial')).content).toMatchObject({
        state: 'partial',
        announcement: { targets: [{ status: 'published' }, { status: 'failed' }] },
      });
      await rig.resolve(handle, 'retry');
      await handle.result();
      const kept = await records(rig, 'partial');
      expect(kept.map(({ manifest }) => manifest?.content.state)).toEqual(['done', 'partial']);
      expect((await newest(rig, 'partial')).content.decisions).toMatchObject([
        { by: 'tester', what: 'resolve retry' },
      ]);
    }));

  it('with every decision of a release that has more of them than it remembers', () =>
    withRig(realTime, async (rig) => {
      const input = await rig.input({ ...quick, name: 'long' });
      const decisions = Array.from({ length: 260 }, (_, index) => ({
        at: new Date(index * 1000).toISOString(),
        by: 'olga',
        what: `resolve retry ${index}`,
        why: 'x'.repeat(2000),
      }));
      const handle = await rig.startRelease(input, { ...newRecord(input, 'run-1'), decisions });
      const record = await handle.result();
      expect(record.decisions).toHaveLength(50);
      expect(record.earlierDecisions?.count).toBe(210);
      const { content, run } = await newest(rig, 'long');
      expect(content.decisions.map(({ what }) => what)).toEqual(decisions.map(({ what }) => what));
      expect(run.decidedAt).toEqual(decisions.map(({ at }) => at));
    }));

  it('signed, if there is a key, and is checked with it', () =>
    withRig({ ...realTime, worker: false }, async (rig) => {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
      await rig.startWorker({ LOCRELEASE_SIGNING_KEY: String(pem) });
      await (await rig.release({ ...quick, name: 'signed' })).result();
      const verify = (key: Record<string, string>): Promise<CliRun> =>
        cli(['report', `${rig.project}/signed`, '--verify'], {
          ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
          ...key,
        });
      const base64 = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
      expect(await verify({ LOCRELEASE_VERIFY_KEY: base64 })).toMatchObject({ code: 0 });
      expect(await verify({})).toMatchObject({ code: 2 });
      const another = generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' });
      const refused = await verify({ LOCRELEASE_VERIFY_KEY: String(another) });
      expect(refused).toMatchObject({ code: 3 });
      expect(refused.stdout).toMatch(/: signed with another key\. /);
    }));

  it('or the release says that it could not be, ends all the same, and has its record once the store is back', () =>
    withRig({ skipTime: true, callbacks: false, ownWorker: true }, async (rig) => {
      await mkdir(rig.store.directory, { recursive: true });
      const inTheWay = join(rig.store.directory, 'archive');
      await writeFile(inTheWay, 'in the way');
      const handle = await rig.release({ ...quick, name: 'late' });
      const { state, warnings, ...record } = await handle.result();
      expect(state).toBe('done');
      expect(warnings.join()).toContain('The record of this release could not be kept');
      await listedAsClosed(rig, handle);
      await expect(recoveryOf(rig).round(20)).rejects.toThrow(StoreError);

      await rm(inTheWay);
      const report = (): Promise<CliRun> =>
        cli(['report', `${rig.project}/late`], {
          ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
          TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
        });
      expect(await report()).toMatchObject({ code: 2 });
      const recovery = recoveryOf(rig);
      const { written } = await recovery.round(20);
      expect(written).toEqual([{ id: `${rig.project}/late`, key: expect.any(String) as string }]);
      expect(await report()).toMatchObject({ code: 0, stdout: expect.stringContaining('done') as string });
      const { content, run } = await newest(rig, 'late');
      expect(content).toMatchObject({ state: 'done', languages: record.languages });
      expect(content.warnings.join()).toContain('written after the release had ended');
      expect(run.runId).toBe(handle.firstExecutionRunId);

      // Whoever looks again, here or elsewhere, finds it.
      for (const again of [recovery, recoveryOf(rig)])
        expect(await again.round(20)).toEqual({ written: [], failed: [], more: false });
      expect(await records(rig, 'late')).toHaveLength(1);
    }));

  it('of a release that was terminated, which the history lacks until then, from what Temporal still has, and of none that has one', () =>
    withRig({ ...realTime, ownWorker: true }, async (rig) => {
      const handle = await rig.release({ name: 'terminated' });
      await rig.waitingForTerms(handle);
      await handle.terminate('by mistake');
      await listedAsClosed(rig, handle);
      const history = (): Promise<CliRun> =>
        cli(['list', '--all', '--project', rig.project, '-o', 'json'], {
          ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
          TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
        });
      await until('the list has it', async () => (await history()).stdout.includes('terminated'));
      expect((await history()).json()).toMatchObject({
        releases: [{ id: `${rig.project}/terminated`, state: 'failed', record: 'missing' }],
      });
      // Where workers sign, nothing is written that nobody could trust.
      const { privateKey } = generateKeyPairSync('ed25519');
      await archiveOf(rig).put(manifestBody(), privateKey);
      await expect(recoveryOf(rig).round(20)).rejects.toThrow('LOCRELEASE_SIGNING_KEY');
      const recovery = recoveryOf(rig, privateKey);
      expect((await recovery.round(20)).written).toHaveLength(1);
      const { content, run } = await newest(rig, 'terminated');
      expect(content).toMatchObject({ state: 'failed', problem: 'terminated' });
      expect(run.problem?.message).toContain('by mistake');
      expect(run.taskId).not.toBeNull();

      const kept = await rig.release({ ...quick, name: 'kept' });
      await kept.result();
      await listedAsClosed(rig, kept);
      expect(await recovery.round(20)).toEqual({ written: [], failed: [], more: false });
    }));
});
