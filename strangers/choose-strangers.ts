import { assumptionIds, readingsById, usualReadings, drawReadings } from '../src/sandbox/readings/catalogue';
import type { Stranger } from './run-strangers';

/**
 * The documentation calls `client_task_id` the key of a creation. A service that ignores it needs its setting, or a lost reply
 * makes a second task: it can be met with `--only`.
 */
const drawable: Readonly<Record<string, readonly string[]>> = {
  ...readingsById,
  'client-task-id': readingsById['client-task-id'].filter((reading) => reading !== 'ignored'),
};

export function drawn(count: number, seed: string, without: readonly string[]): Stranger[] {
  const from = Object.fromEntries(Object.entries(drawable).filter(([id]) => !without.includes(id)));
  return Array.from({ length: count }, (_, index) => {
    const name = `${seed}-${index}`;
    return { name, readings: drawReadings(name, { from }) };
  });
}

/** Each other reading than the usual one, by itself. */
export function eachReading(): Stranger[] {
  return assumptionIds.flatMap((id) =>
    (drawable[id] ?? [])
      .filter((reading) => reading !== usualReadings[id])
      .map((reading) => ({ name: `${id}=${reading}`, readings: { [id]: reading } })),
  );
}
