/**
 * Where a history may have 30 events and 30 updates, whatever waits goes on in a fresh one: what it knew, what holds it and
 * what it was told go along, and nothing is done twice.
 */
import { writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { WorkClient } from '../../src/client/work-client';
import {
  nightlyScheduleId,
  publishQueueWorkflowId,
  releaseWorkflowId,
} from '../../src/domain/release/identity';
import type { ReportedOccurrence } from '../../src/domain/notices/notice-schema';
import { TURN_MEMO } from '../../src/domain/release/publish-queue';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import { STATUS_MEMO } from '../../src/domain/release/release-start';
import { workWorkflowId, type Work } from '../../src/domain/service-work';
import type { ReleaseStatus } from '../../src/domain/release/status';
import { translateSteps } from '../../src/domain/release/stages';
import { Secret } from '../../src/http/secret';
import { callbackUrl } from '../../src/localization/callback-address';
import * as messages from '../../src/protocol/messages';
import { readSheet } from '../../src/store/stored-term-sheet';
import type { DevServer } from '../../src/temporal/server/dev-server';
import type { nightlyLocalization } from '../../src/workflows';
import type { Answer } from '../support/bare-server';
import { sendCallback } from '../support/callback';
import { workspaceWith } from '../support/social-sandbox';
import { until } from '../support/until';
import { effectsOf, expectDoneOnce, expectNoOverlappingPublishes, publicationsOf } from './invariants';
import { withNoticeRig } from './notice-rig';
import { quickPace, withRig, type ReleaseHandle, type ReleaseRig, type RigOptions } from './release-rig';
import { MANY, startSmallServer } from './small-limits';
import { translatedTask } from './task-elsewhere';
import { concurrentlyAtNight, itAtNight } from '../support/nightly';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const automatic: Partial<ReleaseFile> = { terms: { confirmation: 'automatic' } };
/** Publishing takes until the sandbox's clock is moved on. */
const slowPublish = { pace: { ...quickPace, publishMs: HOUR_MS } };
const MANY_CALLBACKS = 20;

let server: DevServer;
beforeAll(async () => {
  server = await startSmallServer();
});
afterAll(() => server.stop());

const onSmallServer = (
  test: (rig: ReleaseRig) => Promise<void>,
  options: Omit<RigOptions, 'address'> = {},
): Promise<void> => withRig({ minCheckInterval: '100ms', ...options, address: server.address }, test);

async function isContinued({ client }: ReleaseRig, workflowId: string): Promise<boolean> {
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  const { firstRunId, execution } = raw.workflowExecutionInfo ?? {};
  return firstRunId !== execution?.runId;
}

async function expectContinued(rig: ReleaseRig, { workflowId }: { workflowId: string }): Promise<void> {
  expect({ workflowId, isContinued: await isContinued(rig, workflowId) }).toEqual({
    workflowId,
    isContinued: true,
  });
}

async function expectWhole(rig: ReleaseRig, handle: ReleaseHandle, whole = {}): Promise<void> {
  await handle.result();
  await expectContinued(rig, handle);
  await expectDoneOnce(rig.sandbox, await rig.status(handle), whole);
}

/** Of its own task: they hint at nothing new, and are heard all the same. One that was not taken is sent again. */
async function callBack(rig: ReleaseRig, { name, taskId }: ReleaseStatus, count: number): Promise<void> {
  const addressee = { kind: 'release' as const, project: rig.project, name };
  const url = callbackUrl(rig.gateway?.url ?? '', new Secret('sandbox-app-secret'), addressee);
  for (let sent = 0; sent < count; sent += 1) {
    const deliveryId = `dlv_${randomUUID()}`;
    await until('the callback is taken', async () => {
      const { status } = await sendCallback(url, { event: 'task.completed', taskId, deliveryId });
      return status === 200;
    });
  }
}

/** At the services, until all that they do has been done. */
async function hoursPass<Result>({ sandbox }: ReleaseRig, ended: Promise<Result>): Promise<Result> {
  let isOver = false;
  const over = ended.finally(() => (isOver = true));
  await until('the work has ended', () => {
    sandbox.clock.advance(HOUR_MS);
    return isOver;
  });
  return over;
}

/** As everybody reads it, also without a worker. */
async function shownStatus({ client }: ReleaseRig, { workflowId }: ReleaseHandle): Promise<unknown> {
  return (await client.workflow.getHandle(workflowId).describe()).memo?.[STATUS_MEMO];
}

async function termIdOf(rig: ReleaseRig, { terms }: ReleaseStatus): Promise<string> {
  const [term] = terms === null ? [] : await readSheet(rig.store, terms);
  return term?.id ?? 'absent';
}

const by = 'olga';
const confirm = (handle: ReleaseHandle) =>
  handle.executeUpdate(messages.confirmTermsUpdate, { args: [{ by }] });
const edit = (handle: ReleaseHandle, termId: string, note: string, updateId: string = randomUUID()) =>
  handle.executeUpdate(messages.editTermsUpdate, {
    args: [{ by, termIds: [termId], edit: { note } }],
    updateId,
  });
const mark = (handle: ReleaseHandle, termId: string, removed: boolean) =>
  handle.executeUpdate(messages.markTermsUpdate, { args: [{ by, termIds: [termId], removed }] });
const amendDeadline = (handle: ReleaseHandle, deadline: number) =>
  handle.executeUpdate(messages.amendUpdate, {
    args: [{ by, reason: 'because', amendment: { terms: { deadline } } }],
  });
const amendText = (handle: ReleaseHandle, text: string, more = {}) =>
  handle.executeUpdate(messages.amendUpdate, {
    args: [
      {
        by,
        reason: 'because',
        amendment: { announce: { accounts: ['acc_1', 'acc_2'], platforms: [], text, ...more } },
      },
    ],
  });

it.concurrent('a whole release does each thing once', () =>
  onSmallServer(async (rig) => {
    const handle = await rig.release();
    await rig.waitingForTerms(handle);
    await confirm(handle);
    await expectWhole(rig, handle);
  }),
);

it.concurrent('a review takes more edits and marks than a run takes updates, and is confirmed', () =>
  onSmallServer(async (rig) => {
    const handle = await rig.release();
    const opened = await rig.waitingForTerms(handle);
    const termId = await termIdOf(rig, opened);
    for (let number = 1; number <= MANY; number += 1) {
      await edit(handle, termId, `edit ${number}`);
      await mark(handle, termId, number % 2 === 1);
    }
    await mark(handle, termId, false);
    await expectContinued(rig, handle);
    const task = rig.sandbox.localization.project('sandbox').tasks.get(opened.taskId ?? '');
    expect(task?.terms.find(({ id }) => id === termId)?.judgment).toBe(`edit ${MANY}`);
    await confirm(handle);
    await expectWhole(rig, handle);
    expect((await handle.result()).termChanges).toEqual({ olga: 1 });
  }),
);

concurrentlyAtNight(
  'what is paused stays so, whatever is said to it meanwhile, and goes on once resumed',
  () =>
    onSmallServer(async (rig) => {
      const handle = await rig.release();
      const opened = await rig.waitingForTerms(handle);
      const termId = await termIdOf(rig, opened);
      await handle.executeUpdate(messages.pauseUpdate, { args: [{ by, reason: 'wait' }] });
      for (let number = 1; number <= MANY; number += 1) {
        await mark(handle, termId, number % 2 === 1);
        await amendDeadline(handle, number * DAY_MS);
      }
      await mark(handle, termId, false);
      await confirm(handle);
      await callBack(rig, opened, MANY_CALLBACKS);
      await expectContinued(rig, handle);
      expect(await rig.status(handle)).toMatchObject({ paused: { by } });
      expect(await shownStatus(rig, handle)).toMatchObject({ stage: 'confirm', paused: { by } });
      expect(effectsOf(rig.sandbox, opened, 'POST /tasks/confirm-terms')).toHaveLength(0);
      await handle.executeUpdate(messages.resumeUpdate, { args: [{ by }] });
      await expectWhole(rig, handle);
    }),
);

concurrentlyAtNight('what is parked hears what is amended and decided', () =>
  onSmallServer(async (rig) => {
    rig.sandbox.faults.add({ on: 'POST /tasks/publish', do: 'refuse', code: 403 });
    const handle = await rig.release(automatic);
    const parked = await rig.parked(handle);
    await callBack(rig, parked, MANY_CALLBACKS);
    for (let number = 1; number <= MANY; number += 1) await amendText(handle, `{name}, text ${number}`);
    await expectContinued(rig, handle);
    expect(await rig.parked(handle)).toMatchObject({ stage: 'publish', problem: parked.problem });
    expect(await shownStatus(rig, handle)).toMatchObject({ state: 'parked', problem: parked.problem });
    await rig.resolve(handle, 'retry');
    await expectWhole(rig, handle, { confirmed: false });
    expect(rig.sandbox.social.posts().map(({ text }) => text)).toContain(`${parked.name}, text ${MANY}`);
  }),
);

concurrentlyAtNight('an announcement is held for its time, however much is heard meanwhile', () =>
  onSmallServer(async (rig) => {
    const at = new Date(Date.now() + DAY_MS).toISOString();
    const text = '{name} is out.';
    const handle = await rig.release({ ...automatic, announce: { accounts: ['acc_1', 'acc_2'], text, at } });
    const isHeld = ({ hold }: ReleaseStatus): boolean => hold?.why === 'announcement_time';
    const held = await rig.reached(handle, isHeld, 'its announcement is held');
    const { runId } = await handle.describe();
    await callBack(rig, held, MANY_CALLBACKS);
    await until('it has gone on', async () => (await handle.describe()).runId !== runId);
    const { hold } = await rig.reached(handle, isHeld, 'it is still held');
    expect(Date.parse(hold?.until ?? '')).toBe(Date.parse(at));
    expect(rig.sandbox.journal.find({ subject: 'POST /posts' })).toEqual([]);
    await amendText(handle, text);
    await expectWhole(rig, handle, { confirmed: false });
  }),
);

it.concurrent('a turn to publish is kept by who has it, and waited for by the others', () =>
  onSmallServer(
    async (rig) => {
      const first = await rig.release({ ...automatic, supplementLanguages: [] });
      const { publishJobId } = await rig.reached(
        first,
        (status) => status.publishJobId !== null,
        'it publishes',
      );
      const others = await Promise.all(
        [1, 2].map(() => rig.release({ ...automatic, supplementLanguages: [] })),
      );
      const runIdOf = async ({ workflowId }: { workflowId: string }): Promise<string> =>
        (await rig.client.workflow.getHandle(workflowId).describe()).runId;
      const queue = { workflowId: publishQueueWorkflowId(rig.project) };
      const before = new Map<string, string>();
      for (const handle of others) {
        const waiting = await rig.reached(handle, ({ hold }) => hold?.why === 'publish_turn', 'it waits');
        before.set(handle.workflowId, await runIdOf(handle));
        await callBack(rig, waiting, MANY_CALLBACKS);
      }
      before.set(first.workflowId, await runIdOf(first));
      await callBack(rig, await rig.status(first), MANY_CALLBACKS);
      for (const [workflowId, runId] of before)
        await until(`${workflowId} has gone on`, async () => (await runIdOf({ workflowId })) !== runId);
      await until('the queue has gone on', () => isContinued(rig, queue.workflowId));
      expect(rig.sandbox.journal.find({ subject: 'POST /tasks/publish' })).toHaveLength(1);
      expect(await rig.status(first)).toMatchObject({ stage: 'publish', publishJobId });
      // Where the queue looks whether the turn is still in use.
      const { memo } = await rig.client.workflow.getHandle(first.workflowId).describe();
      expect(memo?.[TURN_MEMO]).toMatchObject({ jobId: publishJobId, turn: expect.any(Number) as number });

      const releases = [first, ...others];
      const records = await hoursPass(rig, Promise.all(releases.map((handle) => handle.result())));
      expect(records.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
      expectNoOverlappingPublishes(rig.sandbox);
      for (const handle of releases) {
        const status = await rig.status(handle);
        expect(effectsOf(rig.sandbox, status, 'POST /tasks/publish')).toHaveLength(1);
      }
    },
    { sandbox: slowPublish },
  ),
);

concurrentlyAtNight('a route of notices whose receiver was away gets each once', () => {
  let isUp = false;
  let arrived = 0;
  const answer: Answer = (response) => {
    if (isUp) arrived += 1;
    response.writeHead(isUp ? 200 : 503).end();
  };
  return withNoticeRig({ address: server.address, answer }, async ({ rig, hook, route, reports, router }) => {
    const names = Array.from({ length: MANY_CALLBACKS }, (_, number) => `game-${number}`);
    for (const name of names) await router.post(doneOf(rig.project, name));
    const { workflowId } = route('webhook-HOOK_URL');
    await until('it has gone on', () => isContinued(rig, workflowId));
    isUp = true;
    // One that is told again after the history in which it was told first is still known.
    await router.post(doneOf(rig.project, names[0] ?? ''));
    await until('nothing waits', async () => (await reports())[0]?.waiting === 0);
    expect(arrived).toBe(names.length);
    expect(new Set(hook.notices.map(({ id }) => id)).size).toBe(names.length);
  });
});

function doneOf(project: string, name: string): ReportedOccurrence {
  const occurrence = { event: 'release.done' as const, languages: ['ja'], files: 0, accounts: 0 };
  return { id: `${name}/release.done/1`, at: new Date().toISOString(), project, name, occurrence };
}

concurrentlyAtNight('a night waits for its release, however much it hears of others', () =>
  onSmallServer(async (rig) => {
    const file = join(rig.directory, 'strings.json');
    await writeFile(file, JSON.stringify({ greeting: 'Hello, Elder Mira!' }));
    const { spec } = await rig.input(reviewedOnly);
    const night = await rig.startWorkflow<typeof nightlyLocalization>('nightlyLocalization', {
      workflowId: nightlyScheduleId({ project: rig.project, name: 'strings' }),
      taskQueue: rig.taskQueue,
      args: [{ template: { ...spec, source: { file } }, namePrefix: 'nightly' }],
    });
    const release = await until('it has started its release', async () => {
      for await (const { workflowId } of rig.client.workflow.list({
        query: `WorkflowType = 'localizationRelease' AND WorkflowId STARTS_WITH 'release/${rig.project}/'`,
      }))
        return rig.client.workflow.getHandle(workflowId);
      return null;
    });
    rig.alsoReplay({ workflowId: release.workflowId, firstExecutionRunId: (await release.describe()).runId });
    const another = releaseWorkflowId({ project: rig.project, name: 'another' });
    for (let sent = 0; sent < MANY_CALLBACKS; sent += 1)
      await night.signal(messages.releasedSignal, { release: another, state: 'failed' });
    await until('the night has gone on', () => isContinued(rig, night.workflowId));
    await until('its terms are there', async () => {
      const { waitingFor } = await release.query(messages.statusQuery);
      return waitingFor?.kind === 'terms';
    });
    await release.signal(messages.confirmTermsSignal, { by });
    expect(await night.result()).toMatchObject({ changed: true, state: 'done' });
    expect(rig.sandbox.journal.find({ subject: 'POST /tasks/create' })).toHaveLength(1);
  }),
);

const reviewedOnly: Partial<ReleaseFile> = {
  supplementLanguages: [],
  publish: false,
  export: undefined,
  announce: undefined,
};

concurrentlyAtNight('work without a release is done once', () => {
  const postId = `post-${randomUUID()}`;
  const drafts = [{ id: postId, text: 'Out now.', accountIds: ['acc_1', 'acc_2'] }];
  const pace = { ...slowPublish.pace, targetMs: HOUR_MS };
  return onSmallServer(
    async (rig) => {
      const works = new WorkClient(rig.client, { taskQueue: rig.taskQueue, minCheckIntervalMs: 50 });
      const taskId = await translatedTask(rig);
      const wanted: Work[] = [
        { kind: 'publish', project: rig.project, taskId },
        { kind: 'post', postId, accountId: null },
      ];
      for (const work of wanted) {
        await works.start(work, 'olga');
        const { runId: firstExecutionRunId } = await rig.client.workflow
          .getHandle(workWorkflowId(work))
          .describe();
        rig.alsoReplay({ workflowId: workWorkflowId(work), firstExecutionRunId });
      }
      for (const work of wanted)
        await until(`the ${work.kind} has gone on`, () => isContinued(rig, workWorkflowId(work)));
      const results = wanted.map((work) => rig.client.workflow.getHandle(workWorkflowId(work)).result());
      expect(await hoursPass(rig, Promise.all(results))).toMatchObject([
        { state: 'done', problem: null },
        { state: 'done', problem: null },
      ]);
      expect(rig.sandbox.journal.find({ subject: 'POST /tasks/publish' })).toHaveLength(1);
      expect(rig.sandbox.journal.find({ subject: 'POST /posts/{postId}/publish' })).toHaveLength(1);
    },
    { callbacks: false, sandbox: { pace, workspace: workspaceWith({ drafts }) } },
  );
});

it.concurrent('an edit whose answer was lost, and that is said again to a later run, is not made again', () =>
  onSmallServer(async (rig) => {
    const handle = await rig.release(reviewedOnly);
    const opened = await rig.waitingForTerms(handle);
    const termId = await termIdOf(rig, opened);
    const answer = await edit(handle, termId, 'once', 'edit-1');
    await edit(handle, termId, 'after it');
    const { runId } = await handle.describe();
    await callBack(rig, opened, MANY_CALLBACKS);
    await until('it has gone on', async () => (await handle.describe()).runId !== runId);
    expect(await edit(handle, termId, 'once', 'edit-1')).toEqual(answer);
    await confirm(handle);
    expect(await handle.result()).toMatchObject({ state: 'done', termChanges: { olga: 1 } });
    const task = rig.sandbox.localization.project('sandbox').tasks.get(opened.taskId ?? '');
    expect(task?.terms.find(({ id }) => id === termId)?.judgment).toBe('after it');
    await expectContinued(rig, handle);
  }),
);

itAtNight('a retry of the accounts that failed asks for each of them once', () =>
  onSmallServer(async (rig) => {
    const accounts = ['acc_1', 'acc_2'];
    for (const account of accounts) rig.sandbox.faults.add({ on: `target ${account}`, do: 'fail' });
    const handle = await rig.release({
      ...automatic,
      supplementLanguages: [],
      export: undefined,
      announce: { accounts, platforms: [], text: '{name} is out.' },
    });
    await rig.reached(handle, ({ state }) => state === 'partial', 'it failed on all of them');
    const { runId } = await rig.client.workflow.getHandle(handle.workflowId).describe();
    await rig.client.workflow.getHandle(handle.workflowId).executeUpdate(messages.resolveUpdate, {
      args: [{ by: 'olga', action: 'retry' }],
    });
    expect((await handle.result()).state).toBe('done');
    const ended = await rig.client.workflow.getHandle(handle.workflowId).describe();
    expect(ended.runId).not.toBe(runId);
    expect(publicationsOf(rig.sandbox, await rig.status(handle))).toEqual(accounts);
    expect(rig.sandbox.journal.find({ subject: 'POST /posts/{postId}/publish' })).toHaveLength(3);
  }),
);

concurrentlyAtNight('a translation that tells of its progress 500 times ends nothing', () =>
  onSmallServer(
    async (rig) => {
      const handle = await rig.release({ ...automatic, terms: { scan: false } });
      const { taskId } = await rig.reached(handle, ({ stage }) => stage === 'translate', 'it is translated');
      for (let sent = 0; sent < 500; sent += 10)
        await Promise.all(
          Array.from({ length: 10 }, (_, number) => {
            const stepIndex = 1 + Math.floor(((sent + number) / 500) * translateSteps.length);
            const step = { step: translateSteps[stepIndex - 1] ?? '', stepIndex };
            const rows = { rowsDone: sent + number, rowsTotal: 500 };
            return handle.signal(messages.callbackSignal, {
              deliveryId: `delivery-${sent + number}`,
              event: step.step,
              taskId: taskId ?? '',
              step: { ...step, ...rows },
            });
          }),
        );
      const { progress } = await rig.reached(
        handle,
        ({ progress }) => progress?.stepIndex === translateSteps.length,
        'the last step is shown',
      );
      expect(progress?.step).toBe('aiScoringBatch');
      await expectContinued(rig, handle);
      await hoursPass(rig, handle.result());
      await expectWhole(rig, handle, { confirmed: false });
    },
    { sandbox: { pace: { ...quickPace, stepMs: HOUR_MS } } },
  ),
);
