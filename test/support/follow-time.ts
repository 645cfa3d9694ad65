import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { SandboxClock } from '../../src/sandbox/clock';

/** Where releases skip time, the services must not stay behind: before each call they move on to its time. */
export function followTime(clock: SandboxClock): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute(input, next) {
        const behindMs = info.currentAttemptScheduledTimestampMs - clock.nowMs();
        if (behindMs > 0) clock.advance(behindMs);
        return next(input);
      },
    },
  });
}
