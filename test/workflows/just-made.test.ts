/** What was just made, started or sent, and is not to be seen yet: a release waits for it, and asks nobody. */
import type { ReleaseFile } from '../../src/domain/release-file';
import { eventsOf } from '../support/history';
import { withRig, type ReleaseHandle } from './release-rig';

const publishPost = 'POST /posts/{postId}/publish';
const skipping = { skipTime: true, callbacks: false };
const short: Partial<ReleaseFile> = {
  terms: { scan: false },
  supplementLanguages: [],
  announce: { accounts: ['acc_1'], text: '{name} is out.' },
};

/** The first attempts that failed, by the name of the call. */
async function repeated(handle: ReleaseHandle): Promise<Record<string, number>> {
  const history = await handle.fetchHistory();
  const names = new Map(
    eventsOf(history, 'EVENT_TYPE_ACTIVITY_TASK_SCHEDULED').map(
      ({ eventId, activityTaskScheduledEventAttributes: call }) => [
        String(eventId),
        call?.activityType?.name ?? '',
      ],
    ),
  );
  return Object.fromEntries(
    eventsOf(history, 'EVENT_TYPE_ACTIVITY_TASK_STARTED')
      .map(({ activityTaskStartedEventAttributes: started }) => started)
      .filter((started) => (started?.attempt ?? 1) > 1)
      .map((started) => [names.get(String(started?.scheduledEventId)) ?? '', started?.attempt ?? 0]),
  );
}

it.concurrent('a task, a publish job and a post that are not there for a while are waited for', () =>
  withRig(skipping, async (rig) => {
    rig.sandbox.faults.add({ on: 'GET /tasks/status', do: 'refuse', code: 404, nth: '1-3' });
    rig.sandbox.faults.add({ on: 'GET /tasks/publish-status', do: 'refuse', code: 404, nth: '1-3' });
    rig.sandbox.faults.add({ on: publishPost, do: 'refuse', code: 'not_found', nth: '1-2' });
    rig.sandbox.faults.add({ on: 'GET /posts/{postId}', do: 'refuse', code: 'not_found', nth: '1-2' });
    const handle = await rig.release(short);
    expect(await handle.result()).toMatchObject({ state: 'done', problem: null });
    expect(await repeated(handle)).toEqual({ readTask: 4, readPublish: 4, publishPost: 3, readPost: 3 });
    for (const subject of ['POST /tasks/create', 'POST /tasks/publish', 'POST /posts'])
      expect(rig.sandbox.journal.find({ subject })).toHaveLength(1);
  }),
);

it.concurrent('what is not there after two minutes is told, and a retry looks again', () =>
  withRig(skipping, async (rig) => {
    const mend = rig.sandbox.faults.add({
      on: 'GET /tasks/publish-status',
      do: 'refuse',
      code: 404,
      nth: 'all',
    });
    const handle = await rig.release({ ...short, announce: undefined });
    const { problem, stage } = await rig.parked(handle);
    expect({ stage, code: problem?.code }).toEqual({ stage: 'publish', code: '404' });
    mend();
    await rig.resolve(handle, 'retry');
    expect((await handle.result()).state).toBe('done');
    expect(rig.sandbox.journal.find({ subject: 'POST /tasks/publish' })).toHaveLength(1);
  }),
);

it.concurrent('a publish that still runs under its key is waited for, however often that is said', () =>
  withRig(skipping, async (rig) => {
    rig.sandbox.faults.add({ on: publishPost, do: 'refuse', code: 'replay', nth: '1-9' });
    const handle = await rig.release(short);
    expect((await handle.result()).state).toBe('done');
    expect(await repeated(handle)).toEqual({ publishPost: 10 });
    expect(rig.sandbox.journal.find({ kind: 'work', subject: 'publish acc_1' })).toHaveLength(1);
  }),
);

it.concurrent.each(['0', 'Tue, 01 Dec 2020 08:00:00 GMT'])(
  'a refusal with Retry-After: %s is repeated like any other',
  (retryAfter) =>
    withRig(skipping, async (rig) => {
      rig.sandbox.faults.add({ on: 'POST /tasks/publish', do: 'refuse', code: 429, retryAfter, nth: '1-3' });
      const handle = await rig.release({ ...short, announce: undefined });
      expect((await handle.result()).state).toBe('done');
      expect(await repeated(handle)).toEqual({ publishTask: 4 });
    }),
);

it.concurrent('a daily cap is waited out for as long as the service says', () =>
  withRig(skipping, async (rig) => {
    const params = { reason: 'daily_publish_cap' };
    const cap = { on: publishPost, do: 'refuse', code: 'rate_limited', params, retryAfter: '7200' } as const;
    rig.sandbox.faults.add({ ...cap, nth: '1-10' });
    const handle = await rig.release(short);
    expect((await handle.result()).state).toBe('done');
    const timers = eventsOf(await handle.fetchHistory(), 'EVENT_TYPE_TIMER_STARTED')
      .filter(({ userMetadata }) => Buffer.from(userMetadata?.summary?.data ?? []).includes('daily cap'))
      .map(({ timerStartedEventAttributes: timer }) => Number(timer?.startToFireTimeout?.seconds));
    expect(timers).toHaveLength(10);
    for (const seconds of timers) expect(Math.abs(seconds - 7200)).toBeLessThan(60);
  }),
);
