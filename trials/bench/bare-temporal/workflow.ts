/** What a release would cost in Temporal if it did nothing: so many empty calls, timers and signals. */
import { condition, proxyActivities, setHandler, sleep, defineSignal } from '@temporalio/workflow';

export const bareSignal = defineSignal('bare');

export interface BareActivities {
  nothing(): Promise<void>;
  nothingThenSignal(): Promise<void>;
}

export interface BareWork {
  activities: number;
  /** At most as many as activities, as the signals are. */
  timers: number;
  signals: number;
}

const { nothing, nothingThenSignal } = proxyActivities<BareActivities>({
  startToCloseTimeout: '1 minute',
});

export async function bareRelease({ activities, timers, signals }: BareWork): Promise<void> {
  let received = 0;
  setHandler(bareSignal, () => void (received += 1));
  for (let done = 0; done < activities; done += 1) {
    const isSignalled = done < signals;
    const isTimed = done < timers;
    await (isSignalled ? nothingThenSignal() : nothing());
    const isReceived = (): boolean => received > done;
    if (isSignalled && isTimed) await condition(isReceived, '1 minute');
    else if (isSignalled) await condition(isReceived);
    else if (isTimed) await sleep(1);
  }
}
