/** The services without a release: waits that outlive everything, and calls that are made once. */
import { randomUUID } from 'node:crypto';
import { WorkClient } from '../../src/client/work-client';
import { workWorkflowId, type ServiceWorkStatus, type Work } from '../../src/domain/service-work';
import type { Readings } from '../../src/sandbox/readings/catalogue';
import { publishQueueWorkflowId } from '../../src/domain/release/identity';
import { askForTurnUpdate, endTurnSignal } from '../../src/protocol/messages';
import { activitiesOf } from '../support/history';
import { startJoblessStatus } from '../support/jobless-status';
import { workspaceWith } from '../support/social-sandbox';
import { workUntilKilled } from '../support/killed-worker';
import { until } from '../support/until';
import { expectNoOverlappingPublishes } from './invariants';
import { withRig, type ReleaseRig, type RigOptions } from './release-rig';
import { atService, translatedTask } from './task-elsewhere';
import { concurrentlyAtNight } from '../support/nightly';

const realTime: RigOptions = { minCheckInterval: '50ms', callbacks: false };
/** Publishing takes until the sandbox's clock is moved on. */
const PUBLISH_MS = 3_600_000;
const slowPublish: RigOptions = { ...realTime, sandbox: { pace: { publishMs: PUBLISH_MS } } };

function worksOf(rig: ReleaseRig): WorkClient {
  return new WorkClient(rig.client, { taskQueue: rig.taskQueue, minCheckIntervalMs: 50 });
}

async function start(rig: ReleaseRig, work: Work): Promise<{ joined: boolean }> {
  const started = await worksOf(rig).start(work, 'olga');
  if (!started.joined) {
    const handle = rig.client.workflow.getHandle(workWorkflowId(work));
    const { runId } = await handle.describe();
    rig.alsoReplay({ workflowId: handle.workflowId, firstExecutionRunId: runId });
  }
  return started;
}

function ended(rig: ReleaseRig, work: Work): Promise<ServiceWorkStatus> {
  return rig.client.workflow.getHandle(workWorkflowId(work)).result() as Promise<ServiceWorkStatus>;
}

async function done(rig: ReleaseRig, work: Work): Promise<ServiceWorkStatus> {
  await start(rig, work);
  return ended(rig, work);
}

function reached(
  rig: ReleaseRig,
  work: Work,
  isWanted: (status: ServiceWorkStatus) => boolean,
): Promise<ServiceWorkStatus> {
  return until('the work is so far', async () => {
    const status = await worksOf(rig).status(work);
    return isWanted(status) && status;
  });
}

const calls = (rig: ReleaseRig, subject: string): number => rig.sandbox.journal.find({ subject }).length;

describe('a wait for a publish job', () => {
  it.concurrent('ends with the job, and is joined by whoever asks for it meanwhile', () =>
    withRig(slowPublish, async (rig) => {
      const taskId = await translatedTask(rig);
      const { data } = await atService(rig, (client) => client.publishTask({ task_id: taskId }));
      const wait: Work = { kind: 'wait-publish', project: rig.project, jobId: data.job_id };
      expect(await start(rig, wait)).toEqual({ joined: false });
      expect(await start(rig, wait)).toEqual({ joined: true });
      await reached(rig, wait, ({ status }) => status !== null);
      rig.sandbox.clock.advance(PUBLISH_MS);
      expect(await ended(rig, wait)).toMatchObject({ state: 'done', status: 'completed', problem: null });
      const [first] = activitiesOf(await rig.client.workflow.getHandle(workWorkflowId(wait)).fetchHistory());
      expect(first).toBe('readPublish');
    }),
  );

  it.concurrent('tells of a job that failed, and of one that is not there', () =>
    withRig(realTime, async (rig) => {
      const taskId = await translatedTask(rig);
      rig.sandbox.faults.add({ on: 'work publish', do: 'fail', reason: 'no capacity' });
      const { data } = await atService(rig, (client) => client.publishTask({ task_id: taskId }));
      const failed = await done(rig, { kind: 'wait-publish', project: rig.project, jobId: data.job_id });
      expect(failed).toMatchObject({ state: 'failed', problem: { code: 'publish_failed' } });
      expect(failed.problem?.message).toContain('no capacity');
      const absent = await done(rig, { kind: 'wait-publish', project: rig.project, jobId: 'nothing' });
      expect(absent.state).not.toBe('done');
      expect(absent.problem?.code).toBe('404');
    }),
  );

  concurrentlyAtNight('goes on where its worker was killed', () =>
    withRig({ ...slowPublish, worker: false }, async (rig) => {
      const taskId = await translatedTask(rig);
      const { data } = await atService(rig, (client) => client.publishTask({ task_id: taskId }));
      const wait: Work = { kind: 'wait-publish', project: rig.project, jobId: data.job_id };
      await start(rig, wait);
      await workUntilKilled(rig, { activity: 'readPublish', occurrence: 2, moment: 'started' });
      await rig.startWorker();
      rig.sandbox.clock.advance(PUBLISH_MS);
      expect(await ended(rig, wait)).toMatchObject({ state: 'done' });
    }),
  );
});

describe('publishing a task', () => {
  it.concurrent('is asked for once, however often the same is asked for meanwhile', () =>
    withRig(slowPublish, async (rig) => {
      const taskId = await translatedTask(rig);
      const publish: Work = { kind: 'publish', project: rig.project, taskId };
      await start(rig, publish);
      await start(rig, publish);
      const { jobId } = await reached(rig, publish, ({ accepted }) => accepted);
      expect(jobId).not.toBeNull();
      rig.sandbox.clock.advance(PUBLISH_MS);
      expect(await ended(rig, publish)).toMatchObject({ state: 'done', jobId });
      expect(calls(rig, 'POST /tasks/publish')).toBe(1);
    }),
  );

  it.concurrent('waits for its turn, and never overlaps another of the project', () =>
    withRig(realTime, async (rig) => {
      const tasks = [await translatedTask(rig), await translatedTask(rig)];
      const publishes = tasks.map((taskId): Work => ({ kind: 'publish', project: rig.project, taskId }));
      await Promise.all(publishes.map((work) => start(rig, work)));
      const states = await Promise.all(publishes.map(async (work) => (await ended(rig, work)).state));
      expect(states).toEqual(['done', 'done']);
      expectNoOverlappingPublishes(rig.sandbox);
    }),
  );

  concurrentlyAtNight('says that it waits for its turn while another publishes', () =>
    withRig(realTime, async (rig) => {
      const taskId = await translatedTask(rig);
      const other = await rig.release({ terms: { deadline: '1 day' } });
      const taker = { taker: other.workflowId, ticket: 'other' };
      const queue = await rig.startWorkflow('publishQueue', {
        workflowId: publishQueueWorkflowId(rig.project),
        taskQueue: rig.taskQueue,
        args: [rig.project],
      });
      const answer = await queue.executeUpdate(askForTurnUpdate, { args: [{ ...taker, publishedIn: null }] });
      const publish: Work = { kind: 'publish', project: rig.project, taskId };
      await start(rig, publish);
      await reached(rig, publish, ({ doing }) => doing?.includes('turn') === true);
      expect(calls(rig, 'POST /tasks/publish')).toBe(0);
      const turn = answer.granted ? answer.turn : 0;
      await queue.signal(endTurnSignal, { ...taker, turn, published: false, jobId: null });
      expect(await ended(rig, publish)).toMatchObject({ state: 'done' });
      await other.terminate();
    }),
  );

  it.concurrent('finds the job whose reply was lost, and does not ask again', () =>
    withRig(realTime, async (rig) => {
      const taskId = await translatedTask(rig);
      const before = await done(rig, { kind: 'publish', project: rig.project, taskId });
      rig.sandbox.faults.add({ on: 'POST /tasks/publish', do: 'lose-reply' });
      const after = await done(rig, { kind: 'publish', project: rig.project, taskId });
      expect(after.state).toBe('done');
      expect(after.jobId).not.toBe(before.jobId);
      expect(calls(rig, 'POST /tasks/publish')).toBe(2);
    }),
  );

  it.concurrent('ends as unknown where that cannot be told, and asks nothing twice by itself', () =>
    withRig({ ...realTime, worker: false }, async (rig) => {
      const taskId = await translatedTask(rig);
      const service = await startJoblessStatus(rig.sandbox.url);
      await rig.startWorker({ LOCALIZATION_BASE_URL: service.url });
      rig.sandbox.faults.add({ on: 'POST /tasks/publish', do: 'lose-reply' });
      const { state, problem } = await done(rig, { kind: 'publish', project: rig.project, taskId });
      await service.close();
      expect({ state, code: problem?.code }).toEqual({ state: 'unknown', code: 'outcome_unknown' });
      expect(problem?.message).toContain('Run the same command again only if it was not started.');
      expect(problem?.facts.things).toContainEqual({ kind: 'task', id: taskId });
      expect(calls(rig, 'POST /tasks/publish')).toBe(1);
    }),
  );

  concurrentlyAtNight('is asked for once where its worker was killed as it had been', () =>
    withRig({ ...slowPublish, worker: false }, async (rig) => {
      const taskId = await translatedTask(rig);
      // A job of its kind that was there before, so that its absence would prove something.
      await atService(rig, async (client) => {
        const { data } = await client.publishTask({ task_id: taskId });
        rig.sandbox.clock.advance(PUBLISH_MS);
        await until('the first publish has ended', async () => {
          return (await client.publishStatus({ job_id: data.job_id })).data.is_completed;
        });
      });
      const publish: Work = { kind: 'publish', project: rig.project, taskId };
      await start(rig, publish);
      await workUntilKilled(rig, { activity: 'publishTask', occurrence: 1, moment: 'completed' });
      await rig.startWorker();
      await reached(rig, publish, ({ accepted }) => accepted);
      rig.sandbox.clock.advance(PUBLISH_MS);
      expect(await ended(rig, publish)).toMatchObject({ state: 'done' });
      expect(calls(rig, 'POST /tasks/publish')).toBe(2);
    }),
  );
});

describe('a task', () => {
  it.concurrent('is supplemented, and what the service skips is told', () =>
    withRig(realTime, async (rig) => {
      const taskId = await translatedTask(rig);
      const supplement = {
        kind: 'supplement',
        project: rig.project,
        taskId,
        skipTm: true,
        skipTb: false,
      } as const;
      const added = await done(rig, { ...supplement, languages: ['ko', 'ja'] });
      expect(added).toMatchObject({ state: 'done', skippedLanguages: ['ja'] });
      const again = await done(rig, { ...supplement, languages: ['ko'] });
      expect(again).toMatchObject({ state: 'done', jobId: null, skippedLanguages: ['ko'] });
    }),
  );

  concurrentlyAtNight('whose supplement shows nowhere is left to a person after half an hour', () =>
    withRig(
      {
        ...realTime,
        sandbox: { readings: { 'supplement-failure': 'callback-only', 'supplement-jobs': 'listed' } },
      },
      async (rig) => {
        const taskId = await translatedTask(rig);
        rig.sandbox.faults.add({ on: 'work supplement-trigger', do: 'fail' });
        const work: Work = {
          kind: 'supplement',
          project: rig.project,
          taskId,
          skipTm: false,
          skipTb: false,
          languages: ['ko'],
        };
        await start(rig, work);
        await rig.skipTime({ workflowId: workWorkflowId(work) });
        expect(await ended(rig, work)).toMatchObject({
          state: 'blocked',
          problem: { code: 'supplement_unseen' },
        });
      },
    ),
  );

  it.concurrent('is waited for until it waits for its terms', () =>
    withRig(realTime, async (rig) => {
      const release = await rig.release();
      const { taskId } = await rig.waitingForTerms(release);
      const waited = await done(rig, { kind: 'wait-task', project: rig.project, taskId: taskId ?? '' });
      expect(waited).toMatchObject({ state: 'blocked', problem: { code: 'terms_waiting' } });
      await release.terminate();
      const translated = await translatedTask(rig);
      const wait: Work = { kind: 'wait-task', project: rig.project, taskId: translated };
      expect(await done(rig, wait)).toMatchObject({ state: 'done', status: 'completed' });
    }),
  );

  it.concurrent("has its project's strings exported to the store", () =>
    withRig(realTime, async (rig) => {
      const taskId = await translatedTask(rig);
      await done(rig, { kind: 'publish', project: rig.project, taskId });
      const { files, completeness } = await done(rig, {
        kind: 'export',
        project: rig.project,
        taskId,
        templateId: 'tpl-1a2b3c4d',
        languages: [],
        filename: 'game',
      });
      expect(files).toMatchObject([{ path: 'game.ini', languages: ['ja'] }]);
      expect(completeness).toEqual([{ language: 'ja', percent: null, missing: null }]);
      const chunks: Buffer[] = [];
      for await (const chunk of rig.store.read(files[0]?.sha256 ?? '')) chunks.push(Buffer.from(chunk));
      expect(Buffer.concat(chunks).toString('utf8')).toContain('greeting');
    }),
  );
});

describe('a post', () => {
  const publishPost = 'POST /posts/{postId}/publish';

  /** A draft of a name that no other test has: work on posts is named by them alone. */
  function withDraft(
    test: (rig: ReleaseRig, postId: string) => Promise<void>,
    readings: Partial<Readings> = {},
  ): Promise<void> {
    const id = `post-${randomUUID()}`;
    const drafts = [{ id, text: 'Out now.', accountIds: ['acc_1', 'acc_2'] }];
    const sandbox = { workspace: workspaceWith({ drafts }), readings };
    return withRig({ ...realTime, ownWorker: true, sandbox }, (rig) => test(rig, id));
  }

  it.concurrent('is published once, also where the reply was lost, and not again when asked again', () =>
    withDraft(async (rig, postId) => {
      rig.sandbox.faults.add({ on: publishPost, do: 'lose-reply' });
      const publish: Work = { kind: 'post', postId, accountId: null };
      const { state, problem, targets } = await done(rig, publish);
      expect({ state, problem }).toEqual({ state: 'done', problem: null });
      expect(targets.map(({ status }) => status)).toEqual(['published', 'published']);
      const sent = calls(rig, publishPost);
      expect(await done(rig, publish)).toMatchObject({ state: 'done' });
      expect(calls(rig, publishPost)).toBe(sent);
    }),
  );

  it.concurrent('is not sent again where the service has other words for one that is out', () =>
    withDraft(
      async (rig, postId) => {
        for (const accountId of [null, null, 'acc_1']) {
          expect(await done(rig, { kind: 'post', postId, accountId })).toMatchObject({ state: 'done' });
        }
        expect(calls(rig, publishPost)).toBe(1);
      },
      { 'post-status-words': 'other', 'target-words': 'success' },
    ),
  );

  concurrentlyAtNight('that is retried on one account is not failed because it still reads so', () =>
    withDraft(
      async (rig, postId) => {
        rig.sandbox.faults.add({ on: 'target acc_1', do: 'fail' });
        expect(await done(rig, { kind: 'post', postId, accountId: null })).toMatchObject({
          state: 'partial',
        });
        expect(await done(rig, { kind: 'post', postId, accountId: 'acc_1' })).toMatchObject({
          state: 'done',
        });
        expect(calls(rig, publishPost)).toBe(2);
      },
      { 'retried-target': 'failed-first' },
    ),
  );

  it.concurrent('that failed on one account is retried on that one alone', () =>
    withDraft(async (rig, postId) => {
      rig.sandbox.faults.add({ on: 'target acc_2', do: 'fail' });
      const failed = await done(rig, { kind: 'post', postId, accountId: null });
      expect(failed).toMatchObject({ state: 'partial', problem: { code: 'post_failed' } });
      expect(failed.problem).toMatchObject({
        message: expect.stringMatching(/\bacc_2\b.*Then retry each account\.$/s) as string,
        facts: { postId },
      });
      const whole = await done(rig, { kind: 'post', postId, accountId: null });
      expect(whole.state).toBe('partial');
      expect(calls(rig, publishPost)).toBe(1);
      const retried = await done(rig, { kind: 'post', postId, accountId: 'acc_2' });
      expect(retried).toMatchObject({
        state: 'done',
        targets: [{ accountId: 'acc_2', status: 'published' }],
      });
      expect(calls(rig, publishPost)).toBe(2);
    }),
  );
});
