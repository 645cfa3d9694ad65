/** What a release would cost in Temporal if it did nothing: so many empty calls, timers and signals. */
import { condition, proxyActivities, setHandler, sleep } from '@temporalio/workflow';
import type { bareActivities } from './activities';
import { bareSignal } from './bare-signal';

export interface BareWork {
  activities: number;
  /** At most as many as activities, as the signals are. */
  timers: number;
  signals: number;
}

const { nothing, nothingThenSignal } = proxyActivities<ReturnType<typeof bareActivities>>({
  startToCloseTimeout: '1 minute',
});

export async function bareRelease({ activities, timers, signals }: BareWork): Promise<void> {
  let heard = 0;
  setHandler(bareSignal, () => void (heard += 1));
  for (let done = 0; done < activities; done += 1) {
    const isSignalled = done < signals;
    const isTimed = done < timers;
    await (isSignalled ? nothingThenSignal() : nothing());
    const isHeard = (): boolean => heard > done;
    if (isSignalled && isTimed) await condition(isHeard, '1 minute');
    else if (isSignalled) await condition(isHeard);
    else if (isTimed) await sleep(1);
  }
}
