/**
 * Adds a line to the note of a schedule, and changes nothing else about it. Temporal takes a note with a pause, with
 * the end of one, or with the whole schedule. Only the last says nothing new about a pause, and with the token of what
 * was read it is not applied over what somebody else has changed meanwhile.
 */
import { status as grpcStatus } from '@grpc/grpc-js';
import { isGrpcServiceError, type Client } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { nightlyScheduleId, releaseId, type ReleaseName } from '../domain/identity';
import { deedLine, noteLines, withDeed, withDeedUnderPause, type Deed } from '../domain/schedule-note';
import { openedText, sealedText } from '../temporal/sealed-text';
import { Refused } from './errors';

const ATTEMPTS = 5;

export async function noteSchedule(client: Client, name: ReleaseName, deed: Deed): Promise<void> {
  const { namespace, identity } = client.options;
  const scheduleId = nightlyScheduleId(name);
  for (let attempt = 1; ; attempt += 1) {
    const { schedule, conflictToken } = await client.workflowService.describeSchedule({
      namespace,
      scheduleId,
    });
    const note = await openedText(client, schedule?.state?.notes ?? '');
    if (noteLines(note).includes(deedLine(deed))) return;
    if (attempt > ATTEMPTS) {
      throw new Refused(`Others are changing schedule ${releaseId(name)}. Nothing was run. Try again.`);
    }
    const noted = schedule?.state?.paused === true ? withDeedUnderPause(note, deed) : withDeed(note, deed);
    try {
      await client.workflowService.updateSchedule({
        namespace,
        identity,
        requestId: randomUUID(),
        scheduleId,
        schedule: { ...schedule, state: { ...schedule?.state, notes: await sealedText(client, noted) } },
        conflictToken,
      });
    } catch (error) {
      // Some servers say that the token is old, some say nothing: the next look shows it.
      if (!isGrpcServiceError(error) || error.code !== grpcStatus.FAILED_PRECONDITION) throw error;
    }
  }
}
