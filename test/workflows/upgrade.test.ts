import { defaultPayloadConverter } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import { temporal } from '@temporalio/proto';
import { noticeRouteWorkflowId } from '../../src/domain/notice';
import type { ReleaseFile } from '../../src/domain/release-file';
import { confirmTermsSignal } from '../../src/protocol/messages';
import { bundleChangedWorkflows, type Change } from '../support/changed-workflows';
import { eventsOf, type HistoryEvent } from '../support/history';
import { until } from '../support/until';
import { expectDoneOnce } from './invariants';
import { installQuietRuntime, ReleaseRig, type ReleaseHandle } from './release-rig';
import { savedHistory, shapes } from './saved-histories';

/** The workflows of tomorrow take a breath before each stage that has not begun yet, and say things differently. */
const breathingBeforeEachStage: [Change, Change, Change] = [
  {
    file: 'run-stage.ts',
    from: 'import { isCancellation }',
    to: 'import { isCancellation, patched, sleep }',
  },
  {
    file: 'run-stage.ts',
    from: '      await work(release);',
    to: '      if (patched(`breathe-before-${name}`)) await sleep(1);\n      await work(release);',
  },
  { file: 'wait-until-settled.ts', from: 'next check', to: 'look again' },
];

describe('a saved history', () => {
  beforeAll(installQuietRuntime);
  const workflowBundle = { codePath: process.env.LOCRELEASE_TEST_BUNDLE ?? '' };

  it.each(shapes)('that is %s is replayed by the workflows of today', async (shape) => {
    await Worker.runReplayHistory({ workflowBundle }, await savedHistory(shape));
  });

  it('in which something else was called is not', async () => {
    const history = await savedHistory('happy');
    const [first] = eventsOf(history, 'EVENT_TYPE_ACTIVITY_TASK_SCHEDULED');
    Object.assign(first?.activityTaskScheduledEventAttributes?.activityType ?? {}, { name: 'somethingElse' });
    await expect(Worker.runReplayHistory({ workflowBundle }, history)).rejects.toThrow(/nondeterminism/i);
  });

  it('is not replayed by workflows that do something new in its midst, unless they ask whether it is theirs', async () => {
    const replayed = (changes: Change[]) => async (): Promise<void> => {
      const codePath = await bundleChangedWorkflows(changes);
      await Worker.runReplayHistory({ workflowBundle: { codePath } }, await savedHistory('happy'));
    };
    const [imports, work] = breathingBeforeEachStage;
    const unguarded = { ...work, to: '      await sleep(1);\n      await work(release);' };
    await expect(replayed([imports, unguarded])()).rejects.toThrow(/nondeterminism/i);
    await replayed([imports, work])();
  });
});

/** The name of the change of code that a marker stands for. */
function changeOf({ markerRecordedEventAttributes: marker }: HistoryEvent): string {
  const [payload] = marker?.details?.['patch-data']?.payloads ?? [];
  return defaultPayloadConverter.fromPayload<{ id: string }>(payload ?? {}).id;
}

describe('a worker', () => {
  let rig: ReleaseRig;
  afterEach(() => rig.close());

  const automatic: Partial<ReleaseFile> = { terms: { confirmation: 'automatic' } };
  /** Where a release is held in each stage, in such an order that none is held earlier than it should be. */
  const holds: [stage: string, call: string, file: Partial<ReleaseFile>][] = [
    ['confirm', 'POST /tasks/confirm-terms', {}],
    ['announce', 'POST /posts', automatic],
    ['export', 'POST /export/ini', automatic],
    ['publish', 'POST /tasks/publish', automatic],
    ['supplement', 'POST /tasks/supplement-translate', automatic],
    ['translate', 'GET /tasks/status', { terms: { scan: false } }],
    ['scan', 'GET /tasks/status', automatic],
    ['create', 'POST /tasks/create', automatic],
  ];

  it('of changed code goes on with a release that is in any stage', async () => {
    rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '200ms', ownWorker: true });
    const handles: ReleaseHandle[] = [];
    for (const [stage, call, file] of holds) {
      const { journal, faults } = rig.sandbox;
      faults.add({ on: call, do: 'refuse', code: 429, retryAfter: '1', nth: 'all' });
      const handle = await rig.release(file);
      handles.push(handle);
      if (stage === 'confirm') {
        await rig.waitingForTerms(handle);
        await handle.signal(confirmTermsSignal, { by: 'olga' });
      }
      const heldBefore = journal.find({ subject: call }).length;
      await rig.reached(handle, (status) => status.stage === stage, `it is in ${stage}`);
      await until(`it is held at ${call}`, () => journal.find({ subject: call }).length > heldBefore);
    }

    await rig.stopWorker();
    rig.sandbox.faults.clear();
    await rig.startWorker({}, await bundleChangedWorkflows(breathingBeforeEachStage));

    await Promise.all(handles.map((handle) => handle.result()));
    for (const handle of handles) {
      const confirmed = handle === handles[0];
      await expectDoneOnce(rig.sandbox, await rig.status(handle), { confirmed });
    }
    expect(await Promise.all(handles.map(breathsIn))).toEqual([5, 0, 1, 2, 3, 4, 5, 6]);
  });

  it('with a deployment name and a build id is a version, and its releases stay on it', async () => {
    const webhook = { urlVariable: 'HOOK_URL', secretVariable: 'HOOK_SECRET' };
    rig = await ReleaseRig.start({
      callbacks: false,
      minCheckInterval: '200ms',
      worker: false,
      config: { notices: { routes: [{ webhook, events: ['release.done'] }] } },
    });
    const version = { deploymentName: rig.project, buildId: '1.2.0' };
    await rig.startWorker({
      LOCRELEASE_DEPLOYMENT_NAME: version.deploymentName,
      LOCRELEASE_BUILD_ID: version.buildId,
      HOOK_URL: `${rig.sandbox.url}/sandbox/inbox`,
      HOOK_SECRET: 'a secret that both know',
    });
    await makeCurrent(version);
    const handle = await rig.release(automatic);
    await handle.result();

    await expectDoneOnce(rig.sandbox, await rig.status(handle), { confirmed: false });
    const { versioningInfo } = (await handle.describe()).raw.workflowExecutionInfo ?? {};
    expect(versioningInfo).toMatchObject({
      behavior: temporal.api.enums.v1.VersioningBehavior.VERSIONING_BEHAVIOR_PINNED,
      deploymentVersion: version,
    });

    // What people are told outlives versions: it goes on with the newest.
    await until('its end is told', () => rig.sandbox.inbox.entries.length === 1);
    const route = rig.client.workflow.getHandle(noticeRouteWorkflowId(rig.taskQueue, 'webhook-HOOK_URL'));
    const { raw } = await route.describe();
    expect(raw.workflowExecutionInfo?.versioningInfo?.versioningOverride?.autoUpgrade).toBe(true);
  });

  async function breathsIn(handle: ReleaseHandle): Promise<number> {
    const markers = eventsOf(await handle.fetchHistory(), 'EVENT_TYPE_MARKER_RECORDED');
    return markers.filter((marker) => changeOf(marker).startsWith('breathe-before-')).length;
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
