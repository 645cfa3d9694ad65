import { defaultPayloadConverter } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import { temporal } from '@temporalio/proto';
import { publishQueueWorkflowId } from '../../src/domain/release/identity';
import { noticeRouteWorkflowId } from '../../src/domain/notices/notice';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import { confirmTermsSignal } from '../../src/protocol/messages';
import type { DevServer } from '../../src/temporal/server/dev-server';
import { deadAddress } from '../support/bare-server';
import { changedBundle } from '../support/bundle-workflows';
import type { WriteName } from '../../src/workflows/activity-proxies';
import { eventsOf, type HistoryEvent } from '../support/history';
import { until } from '../support/until';
import { expectDoneOnce, expectNoOverlappingPublishes } from './invariants';
import { installQuietRuntime, quickPace, ReleaseRig, type ReleaseHandle } from './release-rig';
import { savedHistory, shapes } from './saved-histories';
import { startSmallServer } from './small-limits';
import { itAtNight } from '../support/nightly';

const changed = changedBundle('guarded-change');

describe('a saved history', () => {
  beforeAll(installQuietRuntime);
  const workflowBundle = { codePath: process.env.LOCRELEASE_TEST_BUNDLE ?? '' };

  it('of whatever shape is replayed by the workflows of today', async () => {
    const histories = await Promise.all(
      shapes.map(async (shape) => ({ workflowId: shape, history: await savedHistory(shape) })),
    );
    const replayed: string[] = [];
    const faults: string[] = [];
    for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, histories)) {
      replayed.push(workflowId);
      if (error !== undefined) faults.push(`${workflowId}: ${error.message}`);
    }
    expect(faults).toEqual([]);
    expect(replayed.sort()).toEqual([...shapes].sort());
  });

  it('in which something else was called is not', async () => {
    const history = await savedHistory('happy');
    const [first] = eventsOf(history, 'EVENT_TYPE_ACTIVITY_TASK_SCHEDULED');
    Object.assign(first?.activityTaskScheduledEventAttributes?.activityType ?? {}, { name: 'somethingElse' });
    await expect(Worker.runReplayHistory({ workflowBundle }, history)).rejects.toThrow(/nondeterminism/i);
  });

  it('is not replayed by workflows that do something new in its midst, unless they ask whether it is theirs', async () => {
    const replayed = async (codePath: string): Promise<void> =>
      Worker.runReplayHistory({ workflowBundle: { codePath } }, await savedHistory('happy'));
    await expect(replayed(changedBundle('unguarded-change'))).rejects.toThrow(/nondeterminism/i);
    await replayed(changed);
  });
});

/** The name of the change of code that a marker stands for. */
function changeOf({ markerRecordedEventAttributes: marker }: HistoryEvent): string {
  const [payload] = marker?.details?.['patch-data']?.payloads ?? [];
  return defaultPayloadConverter.fromPayload<{ id: string }>(payload ?? {}).id;
}

describe('a worker', () => {
  let rig: ReleaseRig;
  let server: DevServer | null = null;
  afterEach(async () => {
    await rig.close();
    await server?.stop();
  });

  const automatic: Partial<ReleaseFile> = { terms: { confirmation: 'automatic' } };
  const writes: WriteName[] = ['supplementTask', 'publishTask', 'exportFiles', 'createDraft', 'publishPost'];
  /**
   * Where a release is held in each stage, and the first write that the changed code has to make in it, in such an order
   * that none is held earlier than it should be.
   */
  const holds: [stage: string, call: string | null, firstWrite: WriteName, file: Partial<ReleaseFile>][] = [
    ['confirm', 'POST /tasks/confirm-terms', 'supplementTask', {}],
    ['announce', 'POST /posts', 'publishPost', automatic],
    ['export', 'POST /export/ini', 'createDraft', automatic],
    // The one that exports has the turn to publish, too.
    ['publish', null, 'publishTask', automatic],
    ['supplement', 'POST /tasks/supplement-translate', 'publishTask', automatic],
    ['translate', 'GET /tasks/status', 'supplementTask', { terms: { scan: false } }],
    ['scan', 'GET /tasks/status', 'supplementTask', automatic],
    ['create', 'POST /tasks/create', 'supplementTask', automatic],
  ];

  it('of changed code goes on with a release that is in any stage', async () => {
    rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '200ms', ownWorker: true });
    const releases: { handle: ReleaseHandle; firstWrite: WriteName }[] = [];
    for (const [stage, call, firstWrite, file] of holds) {
      const { journal, faults } = rig.sandbox;
      if (call !== null) faults.add({ on: call, do: 'refuse', code: 429, retryAfter: '1', nth: 'all' });
      const handle = await rig.release(file);
      releases.push({ handle, firstWrite });
      if (stage === 'confirm') {
        await rig.waitingForTerms(handle);
        await handle.signal(confirmTermsSignal, { by: 'olga' });
      }
      if (call === null) {
        await rig.reached(handle, ({ hold }) => hold?.why === 'publish_turn', 'it waits for its turn');
        continue;
      }
      const heldBefore = journal.find({ subject: call }).length;
      await rig.reached(handle, (status) => status.stage === stage, `it is in ${stage}`);
      await until(`it is held at ${call}`, () => journal.find({ subject: call }).length > heldBefore);
    }

    await rig.stopWorker();
    rig.sandbox.faults.clear();
    await rig.startWorker({}, changed);

    for (const { handle, firstWrite } of releases) {
      await handle.result();
      await expectDoneOnce(rig.sandbox, await rig.status(handle), {
        confirmed: handle === releases[0]?.handle,
      });
      const delayed = await delaysIn(handle);
      const due = writes.slice(writes.indexOf(firstWrite));
      expect(delayed.slice(-due.length)).toEqual(due);
      // A write that was held for long may have been asked for anew, and so be delayed as well.
      expect(delayed.length).toBeLessThanOrEqual(due.length + 1);
    }
  });

  /** Nothing stays on a version: a release that waits for a person for a month would keep its workers as long. */
  itAtNight(
    'of a new version takes over all that is open, also what went on in a fresh history, and old workers can go',
    async () => {
      const webhook = { urlVariable: 'HOOK_URL', secretVariable: 'HOOK_SECRET' };
      server = await startSmallServer();
      rig = await ReleaseRig.start({
        address: server.address,
        callbacks: false,
        minCheckInterval: '200ms',
        worker: false,
        sandbox: { pace: { ...quickPace, publishMs: 3_600_000 } },
        config: { notices: { routes: [{ webhook, events: ['review.waiting', 'release.done'] }] } },
        env: { HOOK_URL: `${await deadAddress()}/`, HOOK_SECRET: 'a secret that both know' },
      });
      const version = (buildId: string) => ({
        LOCRELEASE_DEPLOYMENT_NAME: rig.project,
        LOCRELEASE_BUILD_ID: buildId,
      });
      await rig.startWorker(version('1.0.0'));
      await makeCurrent({ deploymentName: rig.project, buildId: '1.0.0' });
      // One waits for a person, another publishes, others wait for that, and what is told of it cannot be sent.
      const reviewed = await rig.release();
      await rig.waitingForTerms(reviewed);
      const publishing = await rig.release(automatic);
      await rig.reached(publishing, ({ publishJobId }) => publishJobId !== null, 'it publishes');
      const queued = await Promise.all([1, 2, 3].map(() => rig.release(automatic)));
      for (const handle of queued) await rig.reached(handle, ({ hold }) => hold !== null, 'it waits');
      const queue = publishQueueWorkflowId(rig.project);
      const route = noticeRouteWorkflowId(rig.taskQueue, 'webhook-HOOK_URL');
      // Whoever speaks to a workflow makes its history longer, whatever is said.
      for (const workflowId of [queue, route])
        await until(`${workflowId} has gone on in a fresh history`, async () => {
          await rig.client.workflow.getHandle(workflowId).signal('somethingElse');
          return isContinued(workflowId);
        });

      await rig.stopWorker();
      await rig.startWorker({ ...version('1.1.0'), HOOK_URL: `${rig.sandbox.url}/sandbox/inbox` }, changed);
      await makeCurrent({ deploymentName: rig.project, buildId: '1.1.0' });
      await latest(reviewed).signal(confirmTermsSignal, { by: 'olga' });
      const releases = [publishing, ...queued, reviewed];
      await Promise.all(
        releases.map((handle) =>
          until(`${handle.workflowId} has ended`, async () => {
            rig.sandbox.clock.advance(3_600_000);
            return (await latest(handle).describe()).status.name === 'COMPLETED';
          }),
        ),
      );
      expectNoOverlappingPublishes(rig.sandbox);
      const told = () => rig.sandbox.inbox.entries.map(({ notice }) => (notice as { id: string }).id);
      await until('every notice has arrived', () => new Set(told()).size === 1 + releases.length);
      for (const { workflowId } of [...releases, { workflowId: queue }]) {
        const { versioningInfo } =
          (await rig.client.workflow.getHandle(workflowId).describe()).raw.workflowExecutionInfo ?? {};
        expect(versioningInfo?.behavior).toBe(
          temporal.api.enums.v1.VersioningBehavior.VERSIONING_BEHAVIOR_AUTO_UPGRADE,
        );
      }
    },
  );

  const latest = ({ workflowId }: { workflowId: string }) => rig.client.workflow.getHandle(workflowId);

  async function isContinued(workflowId: string): Promise<boolean> {
    const { raw } = await rig.client.workflow.getHandle(workflowId).describe();
    const { firstRunId, execution } = raw.workflowExecutionInfo ?? {};
    return firstRunId !== execution?.runId;
  }

  /** The writes that the changed code delayed, in their order. */
  async function delaysIn(handle: ReleaseHandle): Promise<string[]> {
    const changes = eventsOf(await handle.fetchHistory(), 'EVENT_TYPE_MARKER_RECORDED').map(changeOf);
    return changes.flatMap((change) => /^wait-before-(.*)$/.exec(change)?.[1] ?? []);
  }

  /** What an operator does with `temporal worker deployment set-current-version`, once the worker has registered. */
  async function makeCurrent(version: { deploymentName: string; buildId: string }): Promise<void> {
    const { workflowService, options } = rig.client;
    await until(`version ${version.buildId} is current`, async () => {
      try {
        await workflowService.setWorkerDeploymentCurrentVersion({ namespace: options.namespace, ...version });
        return true;
      } catch {
        return false;
      }
    });
  }
});
