/** The schedules in Temporal that locrelease created. */
import { ScheduleNotFoundError, type Client, type ScheduleDescription } from '@temporalio/client';
import { nightlyScheduleId, parseNightlyScheduleId, type ReleaseName } from '../../domain/release/identity';
import { openedText } from '../../temporal/payloads/sealed-text';

export const ownMark = { locrelease: 'nightly' } as const;

export const isOwn = ({ memo }: { memo?: Record<string, unknown> }): boolean =>
  memo?.locrelease === ownMark.locrelease;

/** Temporal's list lags behind by a moment: it may lack a new schedule, and have a deleted one. */
export async function* listOwnSchedules(client: Client): AsyncGenerator<ReleaseName> {
  for await (const summary of client.schedule.list()) {
    const name = parseNightlyScheduleId(summary.scheduleId);
    if (name !== null && isOwn(summary)) yield name;
  }
}

export async function findSchedule(client: Client, name: ReleaseName): Promise<ScheduleDescription | null> {
  try {
    const found = await client.schedule.getHandle(nightlyScheduleId(name)).describe();
    const { note } = found.state;
    return note === undefined
      ? found
      : { ...found, state: { ...found.state, note: await openedText(client, note) } };
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
}
