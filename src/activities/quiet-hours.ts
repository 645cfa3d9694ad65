import { quietUntilMs } from '../domain/quiet-hours';
import type { ActivityInput } from '../protocol/activity-inputs';

/** Time zones change with the machine that reads them: workflow code, which is replayed, does not. */
export function quietHoursActivities() {
  return {
    quietUntil({ hours, atMs }: ActivityInput<'quietUntil'>): Promise<{ until: string | null }> {
      const untilMs = quietUntilMs(hours, atMs);
      return Promise.resolve({ until: untilMs === null ? null : new Date(untilMs).toISOString() });
    },
  };
}
