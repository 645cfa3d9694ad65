/** The commands that work with the services without a release, as a shell sees them. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { workWorkflowId, type ServiceWorkStatus, type Work } from '../../src/domain/service-work';
import { BareServer } from '../support/bare-server';
import { cli, type CliRun } from '../support/cli';
import { startJoblessStatus } from '../support/jobless-status';
import { taskLooksLike } from '../support/other-answer';
import { useScratch } from '../support/scratch';
import { workspaceWith } from '../support/social-sandbox';
import { until } from '../support/until';
import { commandAt, operatorsOfBackends } from './backends';
import { ReleaseRig, withRig } from './release-rig';
import { translatedTask } from './task-elsewhere';
import { itAtNight } from '../support/nightly';

const PUBLISH_MS = 3_600_000;
/** Work on posts is named by them alone. */
const postId = `post-${randomUUID()}`;
const scratch = useScratch();
let rig: ReleaseRig;

beforeEach(async () => {
  rig = await ReleaseRig.start({
    minCheckInterval: '50ms',
    callbacks: false,
    ownWorker: true,
    sandbox: {
      pace: { publishMs: PUBLISH_MS },
      workspace: workspaceWith({
        drafts: [{ id: postId, text: 'Out now.', accountIds: ['acc_1', 'acc_2'] }],
      }),
    },
  });
});
afterEach(async () => {
  await rig.close();
});

const temporalAddress = (): string => process.env.LOCRELEASE_TEST_ADDRESS ?? '';
const run = (...args: string[]): Promise<CliRun> =>
  cli(args, { ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }), TEMPORAL_ADDRESS: temporalAddress() });

async function releaseFile(more: object, project = rig.project): Promise<string> {
  await scratch.write('en.json', JSON.stringify({ greeting: 'Hello, Elder Mira of the Crystal Keep!' }));
  const name = `task-${randomUUID().slice(0, 8)}`;
  const release = { name, project, source: { file: 'en.json' }, targetLanguages: ['ja'], ...more };
  return scratch.write('release.yaml', JSON.stringify(release));
}

/** Takes callbacks for somebody who is not locrelease. */
async function startReceiver() {
  const paths = new Map<string, string>();
  const server = await BareServer.start((response, { target, rawBody }) => {
    paths.set((JSON.parse(rawBody.toString()) as { event: string }).event, target);
    response.end();
  });
  return { url: server.url, seen: (event: string) => paths.get(event) ?? false, close: () => server.close() };
}

const inProject = (): string[] => ['--project', rig.project, '-o', 'json'];
const statusOf = ({ json }: CliRun): ServiceWorkStatus => json() as ServiceWorkStatus;

it('publish a task, stop waiting at the timeout, and join again by the job', async () => {
  const taskId = await translatedTask(rig);
  const published = await run('service', 'task', 'publish', taskId, ...inProject());
  expect(published.code).toBe(0);
  const { jobId, state } = statusOf(published);
  expect(state).toBe('running');

  const early = await run('service', 'task', 'publish', taskId, '--wait', '--timeout', '1s', ...inProject());
  expect(early.code).toBe(4);
  expect(early.stderr).toContain('is already under way. Joined it.');
  expect(early.stderr).toContain(`Join it again with: locrelease service job wait ${jobId ?? ''} --project`);
  const wait = await run('service', 'job', 'wait', jobId ?? '', '--timeout', '1s', ...inProject());
  expect(wait.code).toBe(4);
  expect(rig.sandbox.journal.find({ subject: 'POST /tasks/publish' })).toHaveLength(1);

  rig.sandbox.clock.advance(PUBLISH_MS);
  const ended = await run('service', 'job', 'wait', jobId ?? '', ...inProject());
  expect(ended.code).toBe(0);
  expect(statusOf(ended)).toMatchObject({ state: 'done', status: 'completed', jobId });
  const work: Work = { kind: 'publish', project: rig.project, taskId };
  await rig.client.workflow.getHandle(workWorkflowId(work)).result();

  const out = scratch.path('locales');
  const exported = await run(
    ...['service', 'task', 'export', taskId, '--to', out, '--languages', 'ja'],
    ...inProject(),
  );
  expect(exported.code).toBe(0);
  expect(exported.stderr).toContain(`The export is of project ${rig.project}`);
  const [file] = statusOf(exported).files;
  expect(file?.path).toBe(`${out}/${taskId}.ini`);
  expect(await readFile(file?.path ?? '', 'utf8')).toContain('greeting');
});

it('tell what failed, and that a lost reply leaves the outcome unknown, each with its exit code', async () => {
  const taskId = await translatedTask(rig);
  const added = await run(
    'service',
    'task',
    'supplement',
    taskId,
    '--languages',
    'ko,ja',
    '--wait',
    ...inProject(),
  );
  expect(added.code).toBe(0);
  expect(statusOf(added)).toMatchObject({ state: 'done', skippedLanguages: ['ja'] });
  expect((await run('service', 'task', 'wait', taskId, ...inProject())).code).toBe(0);
  for (const words of [
    ['job', 'wait', 'nothing'],
    ['task', 'wait', 'nothing'],
    ['task', 'publish', 'nothing', '--wait'],
    ['task', 'supplement', 'nothing', '--languages', 'fr', '--wait'],
    ['task', 'confirm', 'nothing'],
    ['post', 'publish', 'nothing', '--wait'],
  ]) {
    const unknown = await run('service', ...words, ...(words[0] === 'post' ? ['-o', 'json'] : inProject()));
    expect({ words, code: unknown.code, ...statusOf(unknown) }).toMatchObject({
      words,
      code: 8,
      state: 'failed',
    });
  }

  await rig.stopWorker();
  const jobless = await startJoblessStatus(rig.sandbox.url);
  await rig.startWorker({ LOCALIZATION_BASE_URL: jobless.url });
  rig.sandbox.faults.add({ on: 'POST /tasks/publish', do: 'lose-reply' });
  const { code, stdout } = await run(
    'service',
    'task',
    'publish',
    taskId,
    '--wait',
    '--project',
    rig.project,
  );
  await jobless.close();
  expect(code).toBe(7);
  expect(stdout).toContain(`Publish of task ${taskId}: unknown`);
  expect(stdout).toContain('Run the same command again only if it was not started.');
  expect(stdout).toContain(`"locrelease service task status ${taskId}" shows the task.`);
});

it('create a task from a release file, change its terms, confirm them, and tell an address of ones own', async () => {
  const receiver = await startReceiver();
  const file = await releaseFile({ terms: { confirmation: 'operator' } });
  const create = (): Promise<CliRun> =>
    run('service', 'task', 'create', file, '--callback-url', `${receiver.url}/hook?key=s3cret`, '-o', 'json');
  const created = await create();
  expect([created.code, created.stderr]).toEqual([
    0,
    expect.stringContaining('It continues without this command.'),
  ]);
  const { taskId } = statusOf(created);
  expect(statusOf(await create()).taskId).toBe(taskId);
  expect(rig.sandbox.localization.project('sandbox').tasks.size).toBe(1);

  const waited = await run('service', 'task', 'wait', taskId ?? '', ...inProject());
  expect([waited.code, statusOf(waited).problem?.code]).toEqual([7, 'terms_waiting']);
  const { terms } = (await run('service', 'task', 'terms', taskId ?? '', ...inProject())).json() as {
    terms: { id: string }[];
  };
  const deleted = await run(
    'service',
    'task',
    'terms',
    'delete',
    taskId ?? '',
    terms[0]?.id ?? '',
    ...inProject(),
  );
  expect(deleted.code).toBe(0);
  const confirmed = await run('service', 'task', 'confirm', taskId ?? '', ...inProject());
  expect([confirmed.code, statusOf(confirmed)]).toEqual([
    0,
    expect.objectContaining({ state: 'done', warnings: [] }),
  ]);
  expect(statusOf(confirmed).jobId).toMatch(/^translate_open_/);
  expect((await run('service', 'task', 'wait', taskId ?? '', ...inProject())).code).toBe(0);
  const again = statusOf(await run('service', 'task', 'confirm', taskId ?? '', ...inProject()));
  expect(again).toMatchObject({ state: 'done', warnings: ['The task did not wait for its terms any more.'] });
  expect(rig.sandbox.journal.find({ subject: 'POST /tasks/confirm-terms' })).toHaveLength(1);

  const told = await until('the task was told of', () => receiver.seen('task.completed'));
  expect(told).toBe('/hook?key=s3cret');
  await receiver.close();
  const history = await rig.client.workflow.getHandle(workWorkflowId(statusOf(created).work)).fetchHistory();
  expect(Buffer.from(JSON.stringify(history)).toString()).not.toContain('s3cret');
});

it('create no task that a start would refuse, and confirm none that does not wait', async () => {
  rig.sandbox.faults.add({ on: 'POST /tasks/confirm-terms', do: 'lose-reply' });
  const over = await run('service', 'task', 'create', await releaseFile({ budget: { words: 1 } }));
  expect([over.code, over.stderr]).toEqual([3, expect.stringContaining('budget')]);
  expect(rig.sandbox.localization.project('sandbox').tasks.size).toBe(0);

  rig.sandbox.faults.add({ on: 'POST /tasks/create', do: 'lose-reply' });
  const file = await releaseFile({ terms: { confirmation: 'operator' } });
  const { taskId } = statusOf(await run('service', 'task', 'create', file, '-o', 'json'));
  expect(rig.sandbox.localization.project('sandbox').tasks.size).toBe(1);
  await run('service', 'task', 'wait', taskId ?? '', ...inProject());
  rig.sandbox.faults.add(taskLooksLike({ status: 'scanning' }));
  const early = await run('service', 'task', 'confirm', taskId ?? '', ...inProject());
  expect([early.code, statusOf(early).problem?.code]).toEqual([7, 'terms_not_waiting']);
  rig.sandbox.faults.clear();
  rig.sandbox.faults.add({ on: 'POST /tasks/confirm-terms', do: 'lose-reply' });
  const confirmed = await run('service', 'task', 'confirm', taskId ?? '', ...inProject());
  expect([confirmed.code, statusOf(confirmed).state]).toEqual([0, 'done']);
  expect(rig.sandbox.journal.find({ subject: 'POST /tasks/confirm-terms' })).toHaveLength(1);
});

it('work over a gateway too, where neither Temporal nor the store is at hand', () =>
  withRig(
    { minCheckInterval: '50ms', ownWorker: true, config: { operators: operatorsOfBackends } },
    async (other) => {
      const there = (...args: string[]): Promise<CliRun> =>
        commandAt('over the gateway', other, [...args, '-o', 'json']);
      const file = await releaseFile({ terms: { confirmation: 'operator' } }, other.project);
      const created = await there('service', 'task', 'create', file);
      expect([created.code, created.stderr]).toEqual([0, expect.stringContaining('started.')]);
      const { taskId } = statusOf(created);
      const inOther = ['--project', other.project];
      expect((await there('service', 'task', 'wait', taskId ?? '', ...inOther)).code).toBe(7);
      const edit = ['Elder Mira', '--translation', 'ja=ミラ長老', ...inOther];
      expect((await there('service', 'task', 'terms', 'edit', taskId ?? '', ...edit)).code).toBe(0);
      expect((await there('service', 'task', 'confirm', taskId ?? '', ...inOther)).code).toBe(0);
      const text = `Out now: ${randomUUID()}`;
      const drafted = await there('service', 'post', 'create', '--text', text, '--accounts', 'acc_1');
      expect(statusOf(drafted)).toMatchObject({
        state: 'done',
        problem: null,
        postId: expect.any(String) as string,
      });
    },
  ));

it('confirm nothing where two people have to agree, and nobody can tell who started a task', async () => {
  const config = await scratch.write(
    'config.yaml',
    (await readFile(rig.configFile, 'utf8')) + 'policies: { fourEyes: true }\n',
  );
  const env = { ...rig.env({ LOCRELEASE_CONFIG: config }), TEMPORAL_ADDRESS: temporalAddress() };
  const { code, stderr } = await cli(['service', 'task', 'confirm', 'task_1', '--project', rig.project], env);
  expect([code, stderr]).toEqual([2, expect.stringContaining('Nothing was confirmed.')]);
});

itAtNight('export in the languages of the template where no task is named', async () => {
  const taskId = await translatedTask(rig);
  rig.sandbox.clock.advance(PUBLISH_MS);
  const published = await run('service', 'task', 'publish', taskId, ...inProject());
  rig.sandbox.clock.advance(PUBLISH_MS);
  await run('service', 'job', 'wait', statusOf(published).jobId ?? '', ...inProject());
  await run('service', 'templates', 'update', 'tpl-1a2b3c4d', '--languages', 'ja', ...inProject());
  const out = scratch.path('by-template');
  const exported = await run('service', 'task', 'export', '--to', out, ...inProject());
  const status = statusOf(exported);
  expect(status.exportedAs).toEqual({ mode: 'single', escape: expect.any(String) as string });
  expect(status.files[0]?.path).toBe(`${out}/${rig.project}.ini`);
  expect([exported.code, status.files[0]?.languages]).toEqual([0, ['ja']]);
});

it('create a draft once, and refuse accounts that an announcement could not use', async () => {
  rig.sandbox.faults.add({ on: 'POST /posts', do: 'lose-reply' });
  const text = `Out now: ${randomUUID()}, {name}`;
  const create = (...accounts: string[]): Promise<CliRun> =>
    run('service', 'post', 'create', '--text', text, '--accounts', accounts.join(','), '-o', 'json');
  const created = await create('acc_1', 'acc_2');
  expect(created.code).toBe(0);
  const { postId } = statusOf(created);
  const { post } = (await run('service', 'post', 'get', postId ?? '', '-o', 'json')).json() as {
    post: object;
  };
  expect(post).toMatchObject({ status: 'draft', text });
  const refused = await create('acc_1', 'acc_99');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('There is no account acc_99')]);
  expect(rig.sandbox.journal.find({ subject: 'POST /posts' })).toHaveLength(1);
});

itAtNight('tell that a publish was a replay of one before', async () => {
  const body = JSON.stringify({ data: {}, meta: { requestId: 'r', replayed: true } });
  rig.sandbox.faults.add({ on: 'POST /posts/{postId}/publish', do: 'garbage', status: 200, body });
  const { warnings } = statusOf(await run('service', 'post', 'publish', postId, '--wait', '-o', 'json'));
  expect(warnings).toEqual([expect.stringContaining('Nothing was posted twice.')]);
});

it('publish a post, and retry it on the account on which it failed', async () => {
  rig.sandbox.faults.add({ on: 'target acc_2', do: 'fail' });
  const failed = await run('service', 'post', 'publish', postId, '--wait');
  expect(failed.code).toBe(6);
  expect(failed.stdout).toContain('post_failed: The post failed on these accounts:');
  const retried = await run('service', 'post', 'retry', postId, '--account', 'acc_2', '--wait', '-o', 'json');
  expect(retried.code).toBe(0);
  expect(statusOf(retried).targets).toMatchObject([{ accountId: 'acc_2', status: 'published' }]);
});
