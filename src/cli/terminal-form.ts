/** How a problem is told at a terminal: times in its zone, and the commands that show what it is about. */
import { durationText } from '../domain/duration';
import type { Form, Thing } from '../domain/problems/problem';
import { localTime } from '../domain/wall-clock';

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
