/** The form of a problem's text at a terminal: local times, and commands that show more. */
import { durationText } from '../../domain/text/duration';
import type { Form, Thing } from '../../domain/problems/problem';
import { localTime } from '../../domain/schedules/wall-clock';

const shownBy: Readonly<Record<Thing['kind'], string>> = {
  task: 'service task status',
  job: 'service job status',
  post: 'service post get',
};

export function terminalForm(nowMs: number): Form {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return {
    time(iso) {
      const leftMs = Date.parse(iso) - nowMs;
      const local = localTime(new Date(iso), timeZone);
      return leftMs > 0 ? `${local} (in ${durationText(leftMs)})` : local;
    },
    look: ({ kind, id }) => `"locrelease ${shownBy[kind]} ${id}" shows the ${kind}.`,
  };
}

const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/;

/** In UTC, so that the output is the same on every machine. Other text stays as it is. */
export function timeText(time: string | null): string {
  const ms = ZONED.test(time ?? '') ? Date.parse(time ?? '') : NaN;
  return Number.isNaN(ms) ? (time ?? '') : `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

export const joinedText = (
  between: string,
  ...parts: readonly (string | null | undefined | false)[]
): string => parts.filter((part) => part).join(between);
