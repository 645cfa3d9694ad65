/** A notice that is sent long after what it tells of: it says so, and speaks of what is left now. */
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { durationText } from '../domain/duration';
import { parseReleaseId, releaseWorkflowId } from '../domain/identity';
import type { Notice } from '../domain/notice';
import { searchAttributeKeys } from '../domain/search-attributes';
import { inText, timeText } from './notice-text';

const LATE_MS = 3 * 60_000;

/** Whether it asks for a review that has been decided. */
export type IsDecided = (notice: Notice) => Promise<boolean>;

export async function asOf(nowMs: number, notice: Notice, isDecided: IsDecided): Promise<Notice> {
  const lateMs = nowMs - Date.parse(notice.at);
  if (lateMs < LATE_MS) return notice;
  const when = `${timeText(notice.at)}, ${durationText(lateMs)} ago`;
  if (await isDecided(notice))
    return {
      ...notice,
      title: `Decided meanwhile: the term review of ${notice.release}`,
      text: `It was asked for ${when}. There is nothing to do.`,
    };
  const current = currentTimes(notice, nowMs);
  return {
    ...notice,
    title: current(notice.title),
    text: `${current(notice.text)} This happened ${when}.`,
  };
}

function currentTimes({ dueAt, at }: Notice, nowMs: number): (text: string) => string {
  if (dueAt === null) return (text) => text;
  const left = nowMs < Date.parse(dueAt) ? inText(dueAt, new Date(nowMs).toISOString()) : 'now';
  return (text) => text.replaceAll(inText(dueAt, at), left);
}

/** By what Temporal knows of the release. What it cannot say is told as it was. */
export function reviewIsDecided(temporal: Client): IsDecided {
  return async ({ event, release }) => {
    const name = event.startsWith('review.') ? parseReleaseId(release ?? '') : null;
    if (name === null) return false;
    try {
      const { status, typedSearchAttributes } = await temporal.workflow
        .getHandle(releaseWorkflowId(name))
        .describe();
      return status.name !== 'RUNNING' || typedSearchAttributes.get(searchAttributeKeys.stage) !== 'confirm';
    } catch (error) {
      return error instanceof WorkflowNotFoundError;
    }
  };
}
