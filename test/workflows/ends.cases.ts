import { textOf } from '../../src/domain/problems/problem-catalogue';
import { WithStartWorkflowOperation, WorkflowNotFoundError } from '@temporalio/client';
import { publishQueueWorkflowId } from '../../src/domain/release/identity';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import { releaseStart, releaseWorkflowType } from '../../src/domain/release/release-start';
import { publishQueueType, TURN_MEMO, type TurnMemo } from '../../src/domain/release/publish-queue';
import type { ReleaseStatus } from '../../src/domain/release/status';
import type { FaultRuleInput } from '../../src/sandbox/faults';
import type { Pace } from '../../src/sandbox/profile';
import {
  addLanguagesUpdate,
  askForTurnUpdate,
  cancelUpdate,
  publishTurnSignal,
} from '../../src/protocol/messages';
import { activitiesOf } from '../support/history';
import { refusalOf } from '../support/refusal';
import { until } from '../support/until';
import { expectNoOverlappingPublishes } from './invariants';
import { quickPace, ReleaseRig, type ReleaseHandle, type RigOptions } from './release-rig';
import { drawn, itAtNight } from '../support/nightly';

const DAY_MS = 86_400_000;
const unreviewed: Partial<ReleaseFile> = { terms: { scan: false }, supplementLanguages: [] };
const untilPublished: Partial<ReleaseFile> = { ...unreviewed, export: undefined, announce: undefined };

let rig: ReleaseRig;
afterEach(() => rig.close());

async function start(options: RigOptions = {}): Promise<void> {
  rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '200ms', ...options });
}

const cancel = (handle: ReleaseHandle, reason?: string) =>
  handle.executeUpdate(cancelUpdate, { args: [{ by: 'olga', ...(reason === undefined ? {} : { reason }) }] });
const requested = (subject: string): boolean =>
  rig.sandbox.journal.find({ subject }).some(({ effect }) => effect !== null);

/** A moment at which somebody cancels, how to bring a release there, and what has been done by then. */
interface Moment {
  when: string;
  file?: Partial<ReleaseFile>;
  /** What does not end by itself at this moment. */
  pace?: Partial<Pace>;
  fault?: FaultRuleInput;
  reached: (status: ReleaseStatus) => boolean;
  stage: string | null;
  done: RegExp;
}

const moments: Moment[] = [
  {
    when: 'it is parked before anything was created',
    file: { export: { template: 'absent', directory: 'out' } },
    reached: ({ state }) => state === 'parked',
    stage: 'create',
    done: /^Nothing had been done yet\.$/,
  },
  {
    when: 'it waits for terms',
    reached: ({ waitingFor }) => waitingFor?.kind === 'terms',
    stage: 'confirm',
    done: /^Cannot be undone: task \S+ stays at the service, and nothing of it is translated\.$/,
  },
  {
    when: 'it is translated',
    file: unreviewed,
    pace: { stepMs: DAY_MS },
    reached: ({ stage }) => stage === 'translate',
    stage: 'translate',
    done: /^Cannot be undone: task \S+ stays at the service, and its translations are paid for\.$/,
  },
  {
    when: 'it is published',
    file: unreviewed,
    pace: { publishMs: DAY_MS },
    reached: ({ publishJobId }) => publishJobId !== null,
    stage: 'publish',
    done: /publish job \S+ was started and continues at the service\.$/,
  },
  {
    when: 'its announcement waits for its hour',
    file: { ...unreviewed, announce: { accounts: ['acc_1'], text: 'out now', at: '2099-01-01T00:00Z' } },
    reached: ({ stages }) => stages[7]?.state === 'waiting',
    stage: 'announce',
    done: /the translations are published to the project.*; 1 exported file stays in place\.$/,
  },
  {
    when: 'its announcement goes out',
    file: unreviewed,
    pace: { targetMs: DAY_MS },
    reached: ({ announcement }) => announcement?.targets[0]?.status === 'publishing',
    stage: 'announce',
    done: /; post post_2 is published and cannot be recalled\.$/,
  },
  {
    when: 'its announcement is partial',
    file: unreviewed,
    fault: { on: 'target acc_2', do: 'fail' },
    reached: ({ state }) => state === 'partial',
    stage: null,
    done: /; post post_2 is published and cannot be recalled\.$/,
  },
];

const AGAIN = 'To release it after all, start it again.';

describe('a release that is cancelled', () => {
  async function broughtTo({ file, pace, fault, reached, when }: Moment): Promise<ReleaseHandle> {
    await start({ sandbox: { pace: { ...quickPace, ...pace } } });
    if (fault !== undefined) rig.sandbox.faults.add(fault);
    const handle = await rig.release(file);
    await rig.reached(handle, reached, when);
    return handle;
  }

  it.each(drawn(moments, 2, 3))('by a person while $when ends so and says what was done', async (moment) => {
    const handle = await broughtTo(moment);
    const { outcome, done } = await cancel(handle, 'wrong build');
    expect(outcome).toBe('cancelling');
    expect(done).toMatch(moment.done);
    const record = await handle.result();
    expect(record).toMatchObject({
      state: 'cancelled',
      problem: { code: 'cancelled' },
      waitingFor: null,
      decisions: [{ by: 'olga', what: 'cancel', why: 'wrong build' }],
    });
    const told = `Cancelled by olga. Reason: wrong build. ${done} ${AGAIN}`;
    expect(record.problem === null ? null : textOf(record.problem)).toBe(told);
    const { stage, problem } = await rig.status(handle);
    expect([stage, problem?.message]).toEqual([moment.stage, told]);
    await expect(cancel(handle)).rejects.toThrow(WorkflowNotFoundError);
  });

  const byTemporal = moments.filter(
    ({ stage }) => stage === 'create' || stage === 'confirm' || stage === 'publish',
  );
  it.each(drawn(byTemporal, 1, 2))(
    'by Temporal while $when ends so and says what was done',
    async (moment) => {
      const handle = await broughtTo(moment);
      await handle.cancel();
      const { state, problem, decisions } = await handle.result();
      expect([state, problem?.code, decisions]).toEqual(['cancelled', 'cancelled', []]);
      const [, told = ''] =
        /^Cancelled in Temporal\. (.*) To release it/.exec(problem ? textOf(problem) : '') ?? [];
      expect(told).toMatch(moment.done);
    },
  );

  it('before any worker has seen it ends so, and nothing was done', async () => {
    await start({ worker: false });
    const handle = await rig.release();
    await handle.cancel();
    await rig.startWorker();
    const { state, problem } = await handle.result();
    expect([state, problem && textOf(problem)]).toEqual([
      'cancelled',
      `Cancelled in Temporal. Nothing had been done yet. ${AGAIN}`,
    ]);
    expect(requested('POST /tasks/create')).toBe(false);
  });

  it('in the middle of a call waits for what that call did, and refuses everything else meanwhile', async () => {
    await start();
    rig.sandbox.faults.add({ on: 'POST /tasks/publish', do: 'delay', ms: 5000 });
    const handle = await rig.release(untilPublished);
    await until('the call is under way', () => requested('POST /tasks/publish'));
    const { done } = await cancel(handle);
    expect(done).not.toContain('publish job');
    const beingCancelled = 'The release is being cancelled.';
    expect(await refusalOf(cancel(handle))).toBe(beingCancelled);
    expect(
      await refusalOf(
        handle.executeUpdate(addLanguagesUpdate, { args: [{ by: 'olga', languages: ['fr'] }] }),
      ),
    ).toBe(beingCancelled);
    const { state, problem, publishJobId } = await handle.result();
    expect(state).toBe('cancelled');
    expect(publishJobId).not.toBeNull();
    expect(problem && textOf(problem)).toContain(`publish job ${publishJobId ?? ''} was started`);
  });
});

describe('the turn to publish to a project', () => {
  const publishing = async (handle: ReleaseHandle): Promise<string> => {
    const { taskId } = await rig.reached(handle, ({ publishJobId }) => publishJobId !== null, 'it publishes');
    return taskId ?? '';
  };
  const queuing = async (handle: ReleaseHandle): Promise<string> => {
    const isHeld = ({ hold }: ReleaseStatus): boolean => hold?.why === 'publish_turn';
    const { taskId } = await rig.reached(handle, isHeld, 'it waits for its turn');
    return taskId ?? '';
  };
  const publishes = () =>
    rig.sandbox.journal
      .find({ subject: 'POST /tasks/publish' })
      .flatMap(({ effect, ids }) => (effect === null ? [] : [ids.task_id]));
  const publishesSlowly = { sandbox: { pace: { ...quickPace, publishMs: DAY_MS } } };

  it('goes from one release to the next, first come, first served', async () => {
    await start(publishesSlowly);
    const first = await rig.release(untilPublished);
    const tasks = [await publishing(first)];
    const second = await rig.release(untilPublished);
    tasks.push(await queuing(second));
    const third = await rig.release(untilPublished);
    tasks.push(await queuing(third));
    expect(publishes()).toEqual(tasks.slice(0, 1));
    for (const handle of [first, second, third]) {
      await publishing(handle);
      rig.sandbox.clock.advance(DAY_MS);
      expect((await handle.result()).state).toBe('done');
    }
    expect(publishes()).toEqual(tasks);
    expectNoOverlappingPublishes(rig.sandbox);
  });

  itAtNight('passes over a release that was cancelled while it waited', async () => {
    await start(publishesSlowly);
    const first = await rig.release(untilPublished);
    const firstTask = await publishing(first);
    const second = await rig.release(untilPublished);
    await queuing(second);
    const third = await rig.release(untilPublished);
    const thirdTask = await queuing(third);
    await cancel(second);
    expect((await second.result()).state).toBe('cancelled');
    rig.sandbox.clock.advance(DAY_MS);
    await publishing(third);
    rig.sandbox.clock.advance(DAY_MS);
    expect((await third.result()).state).toBe('done');
    expect(publishes()).toEqual([firstTask, thirdTask]);
    expectNoOverlappingPublishes(rig.sandbox);
  });

  it('is told while it is waited for, and cannot be had, nor disturbed, by strangers', async () => {
    await start(publishesSlowly);
    const holder = await rig.release(untilPublished);
    const task = await publishing(holder);
    const queue = rig.client.workflow.getHandle(publishQueueWorkflowId(rig.project));
    for (const nonsense of [undefined, null, 7, 'me', [], {}, { workflowId: 7 }]) {
      await refusalOf(queue.executeUpdate('askForTurn', { args: [nonsense] }));
      await queue.signal('endTurn', nonsense);
    }
    const nobody = { taker: 'release/of/nobody', ticket: 'of nobody', publishedIn: null };
    expect(await queue.executeUpdate('askForTurn', { args: [nobody] })).toEqual({
      granted: false,
      holder: holder.workflowId,
      ahead: 1,
    });
    const next = await rig.release(untilPublished);
    await queuing(next);
    const { state, hold } = await rig.reached(next, (seen) => seen.hold !== null, 'it waits');
    expect({ state, hold }).toEqual({
      state: 'waiting',
      hold: { why: 'publish_turn', until: null, of: holder.workflowId.replace('release/', '') },
    });
    const asked = async () =>
      activitiesOf(await next.fetchHistory()).filter((name) => name === 'askForPublishTurn');
    await next.signal(publishTurnSignal);
    await until('it has asked whether that is so', async () => (await asked()).length >= 1);
    expect(publishes()).toEqual([task]);
    rig.sandbox.clock.advance(DAY_MS);
    await publishing(next);
    rig.sandbox.clock.advance(DAY_MS);
    expect((await next.result()).state).toBe('done');
    expectNoOverlappingPublishes(rig.sandbox);
  });

  it('that a release keeps whose task queue nobody works on is told with that', async () => {
    await start();
    const name = 'abandoned';
    const input = await rig.input({ ...untilPublished, name });
    const deserted = await rig.client.workflow.start(releaseWorkflowType, {
      ...releaseStart(input),
      taskQueue: 'deserted',
      memo: { [TURN_MEMO]: { ticket: 'mine', turn: null, taskId: '', jobId: null } satisfies TurnMemo },
    });
    const queue = new WithStartWorkflowOperation(publishQueueType, {
      workflowId: publishQueueWorkflowId(rig.project),
      taskQueue: rig.taskQueue,
      args: [rig.project],
      workflowIdConflictPolicy: 'USE_EXISTING',
    });
    await rig.client.workflow.executeUpdateWithStart(askForTurnUpdate, {
      args: [{ taker: deserted.workflowId, ticket: 'mine', publishedIn: null }],
      startWorkflowOperation: queue,
    });
    const next = await rig.release(untilPublished);
    const { hold } = await rig.reached(next, (seen) => seen.hold !== null, 'it waits');
    expect(hold).toEqual({
      why: 'publish_turn',
      until: null,
      of: `${rig.project}/${name}: no worker answers on its task queue deserted`,
    });
    await cancel(next);
    await next.result();
    await deserted.terminate();
  });

  itAtNight('stays with the job of a holder that is cancelled, until that job has ended', async () => {
    await start(publishesSlowly);
    const holder = await rig.release(untilPublished);
    await publishing(holder);
    const next = await rig.release(untilPublished);
    await queuing(next);
    await holder.cancel();
    expect((await holder.result()).state).toBe('cancelled');
    const queue = rig.client.workflow.getHandle(publishQueueWorkflowId(rig.project));
    const looks = async (): Promise<number> =>
      activitiesOf(await queue.fetchHistory()).filter((name) => name === 'lookAtHolder').length;
    await rig.skipTime(queue);
    await until('the job that was left is looked at', async () => (await looks()) > 2);
    expect((await rig.status(next)).publishJobId).toBeNull();
    rig.sandbox.clock.advance(DAY_MS);
    await publishing(next);
    rig.sandbox.clock.advance(DAY_MS);
    expect((await next.result()).state).toBe('done');
    expectNoOverlappingPublishes(rig.sandbox);
  });

  itAtNight('is free again where its holder is parked', async () => {
    await start();
    rig.sandbox.faults.add({ on: 'work publish', do: 'fail' });
    await rig.parked(await rig.release(untilPublished));
    const next = await rig.release(untilPublished);
    expect((await next.result()).state).toBe('done');
  });

  itAtNight('is taken from a holder that was terminated, once somebody else waits for it', async () => {
    await start(publishesSlowly);
    const holder = await rig.release(untilPublished);
    await publishing(holder);
    await holder.terminate();
    const queue = rig.client.workflow.getHandle(publishQueueWorkflowId(rig.project));
    // A holder is looked at every minute while somebody waits.
    await rig.skipTime(queue);
    const next = await rig.release(untilPublished);
    await publishing(next);
    rig.sandbox.clock.advance(DAY_MS);
    expect((await next.result()).state).toBe('done');
  });
});
