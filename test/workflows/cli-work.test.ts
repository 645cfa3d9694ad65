/** The commands that work with the services without a release, as a shell sees them. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { workWorkflowId, type ServiceWorkStatus, type Work } from '../../src/domain/service-work';
import { cli, type CliRun } from '../support/cli';
import { startJoblessStatus } from '../support/jobless-status';
import { useScratch } from '../support/scratch';
import { workspaceWith } from '../support/social-sandbox';
import { ReleaseRig } from './release-rig';
import { translatedTask } from './task-elsewhere';

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

const run = (...args: string[]): Promise<CliRun> =>
  cli(args, {
    ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
    TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
  });

const inProject = (): string[] => ['--project', rig.project, '-o', 'json'];
const statusOf = ({ json }: CliRun): ServiceWorkStatus => json() as ServiceWorkStatus;

it('publish a task, stop waiting at the timeout, and join again by the job', async () => {
  const taskId = await translatedTask(rig);
  const published = await run('task', 'publish', taskId, ...inProject());
  expect(published.code).toBe(0);
  const { jobId, state } = statusOf(published);
  expect(state).toBe('running');

  const early = await run('task', 'publish', taskId, '--wait', '--timeout', '1s', ...inProject());
  expect(early.code).toBe(4);
  expect(early.stderr).toContain('is already under way. Joined it.');
  expect(early.stderr).toContain(`Join it again with: locrelease publish wait ${jobId ?? ''} --project`);
  const wait = await run('publish', 'wait', jobId ?? '', '--timeout', '1s', ...inProject());
  expect(wait.code).toBe(4);
  expect(rig.sandbox.journal.find({ subject: 'POST /tasks/publish' })).toHaveLength(1);

  rig.sandbox.clock.advance(PUBLISH_MS);
  const ended = await run('publish', 'wait', jobId ?? '', ...inProject());
  expect(ended.code).toBe(0);
  expect(statusOf(ended)).toMatchObject({ state: 'done', status: 'completed', jobId });
  const work: Work = { kind: 'publish', project: rig.project, taskId };
  await rig.client.workflow.getHandle(workWorkflowId(work)).result();

  const out = scratch.path('locales');
  const exported = await run(...['task', 'export', taskId, '--to', out, '--languages', 'ja'], ...inProject());
  expect(exported.code).toBe(0);
  expect(exported.stderr).toContain(`The export is of project ${rig.project}`);
  const [file] = statusOf(exported).files;
  expect(file?.path).toBe(`${out}/${taskId}.ini`);
  expect(await readFile(file?.path ?? '', 'utf8')).toContain('greeting');
});

it('tell what failed, and that a lost reply leaves the outcome unknown, each with its exit code', async () => {
  const taskId = await translatedTask(rig);
  const added = await run('task', 'supplement', taskId, '--languages', 'ko,ja', '--wait', ...inProject());
  expect(added.code).toBe(0);
  expect(statusOf(added)).toMatchObject({ state: 'done', skippedLanguages: ['ja'] });
  expect((await run('task', 'wait', taskId, ...inProject())).code).toBe(0);
  expect((await run('publish', 'wait', 'nothing', ...inProject())).code).not.toBe(0);

  await rig.stopWorker();
  const jobless = await startJoblessStatus(rig.sandbox.url);
  await rig.startWorker({ LOCALIZATION_BASE_URL: jobless.url });
  rig.sandbox.faults.add({ on: 'POST /tasks/publish', do: 'lose-reply' });
  const { code, stdout } = await run('task', 'publish', taskId, '--wait', '--project', rig.project);
  await jobless.close();
  expect(code).toBe(7);
  expect(stdout).toContain(`Publish of task ${taskId}: unknown`);
  expect(stdout).toContain('Run the same command again only if it was not started.');
});

it('publish a post, and retry it on the account on which it failed', async () => {
  rig.sandbox.faults.add({ on: 'target acc_2', do: 'fail' });
  const failed = await run('posts', 'publish', postId, '--wait');
  expect(failed.code).toBe(6);
  expect(failed.stdout).toContain('post_failed: The post failed on these accounts:');
  const retried = await run('posts', 'retry', postId, '--account', 'acc_2', '--wait', '-o', 'json');
  expect(retried.code).toBe(0);
  expect(statusOf(retried).targets).toMatchObject([{ accountId: 'acc_2', status: 'published' }]);
});
