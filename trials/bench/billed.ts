/** What a piece of work has Temporal do that is paid for, where nothing else runs on the server meanwhile. */
import { temporal } from '@temporalio/proto';
import { billedActions } from '../../test/support/billed-actions';
import { activitiesOf, type History } from '../../test/support/history';
import { until } from '../../test/support/until';

/** Runs one release, and returns its history and its billed actions. */
export async function billedFor(
  metricsPort: number,
  run: () => Promise<History>,
): Promise<{ history: History; actions: number }> {
  const before = await billedActions(metricsPort);
  const history = await run();
  const calls = (counted: Map<string, number>): number => counted.get('command_ScheduleActivityTask') ?? 0;
  const after = await until('the server has counted all', async () => {
    const counted = await billedActions(metricsPort);
    return calls(counted) - calls(before) >= activitiesOf(history).length && counted;
  });
  const sum = (counted: Map<string, number>): number =>
    [...counted.values()].reduce((all, one) => all + one, 0);
  return { history, actions: sum(after) - sum(before) };
}

/** As Temporal sends it and, about, as it keeps it. */
export const historyBytes = (history: History): number =>
  temporal.api.history.v1.History.encode(history).finish().byteLength;
