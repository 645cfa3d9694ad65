import { protoTimeMs } from '../../src/temporal/proto-time';
import { until } from '../support/until';
import { reviewOnly, withRig } from './release-rig';

/** Less than the SDK would hold the second heartbeat back for, and twice as long as it may take. */
const SLOW_MS = 15_000;

it('Temporal hears of a call several times before it could take its worker for dead', () =>
  withRig({}, async (rig) => {
    rig.sandbox.faults.add({ on: 'POST /tasks/create', do: 'delay', ms: SLOW_MS });
    const handle = await rig.release(reviewOnly);
    const beats = new Set<number>();
    let hasBegun = false;
    await until('the call has ended, or was heard of twice', async () => {
      const { raw } = await handle.describe();
      const call = raw.pendingActivities?.find(({ activityType }) => activityType?.name === 'createTask');
      hasBegun ||= call !== undefined;
      const beatMs = protoTimeMs(call?.lastHeartbeatTime);
      if (beatMs > 0) beats.add(beatMs);
      return beats.size > 1 || (hasBegun && call === undefined);
    });
    expect(beats.size).toBeGreaterThan(1);
  }));
