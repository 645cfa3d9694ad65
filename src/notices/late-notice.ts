/** A notice that is sent long after its event says so, and describes what is left now. */
import { durationText } from '../domain/text/duration';
import type { Notice } from '../domain/notices/notice-schema';
import { inText, timeText } from './notice-text';

const LATE_MS = 3 * 60_000;

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
