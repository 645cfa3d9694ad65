/** The log in the one note of a schedule, newest first. The line of a pause stays on top, as its reason. */
import { oneLine } from '../text/visible-text';

export interface ScheduleAction {
  at: Date;
  by: string;
  what: string;
  why?: string | undefined;
}

const MOST_LINES = 20;
/** The clocks of the client and of Temporal differ by less. */
const CLOCKS_DIFFER_MS = 60_000;
const MOST_LINE_CHARS = 500;

export function noteLines(note: string | undefined): string[] {
  return (note ?? '').split('\n').filter((line) => line !== '');
}

export function actionLine({ at, by, what, why }: ScheduleAction): string {
  const reason = why === undefined ? '' : `: ${why}`;
  return oneLine(`${at.toISOString()} ${by} ${what}${reason}`, MOST_LINE_CHARS);
}

/** Adds an action that pauses, resumes or declares the schedule. */
export function withAction(note: string | undefined, action: ScheduleAction): string {
  return text([actionLine(action), ...newestFirst(noteLines(note))]);
}

/** Adds an action that leaves the schedule paused: the pause's line stays on top, and is never dropped. */
export function withActionWhilePaused(note: string | undefined, action: ScheduleAction): string {
  const [pause, ...others] = noteLines(note);
  const below = [actionLine(action), ...newestFirst(others)];
  return text(pause === undefined ? below : [pause, ...below]);
}

/** Every line of this program begins with its time. Lines of other tools have none, and keep their relative order. */
function newestFirst(lines: readonly string[]): string[] {
  const timeOf = (line: string): string => /^\d{4}-\S+Z /.exec(line)?.[0] ?? '';
  return lines.toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : timeOf(a) > timeOf(b) ? -1 : 0));
}

/** Lines of manual runs are dropped last, because they name the starter of those runs' releases. */
function text(lines: readonly string[]): string {
  const remaining = [...lines];
  while (remaining.length > MOST_LINES) {
    const spare = remaining.findLastIndex((line, at) => at > 0 && runIn(line) === null);
    remaining.splice(spare === -1 ? remaining.length - 1 : spare, 1);
  }
  return remaining.join('\n');
}

interface PersonsRun {
  by: string;
  atMs: number;
  /** The period of a backfill. */
  between: { fromMs: number; toMs: number } | null;
}

/** A reason may contain anything, so only the first action of a line counts. */
function runIn(line: string): PersonsRun | null {
  const [, at = '', by = '', what = '', from, to] =
    /^(\d{4}-\S+Z) (.{1,300}?) (triggered it|paused it|resumed it|created it|updated it|backfilled it from (\S+) to ([^\s:]+:[^\s:]+:[^\s:]+))/.exec(
      line,
    ) ?? [];
  if (from !== undefined && to !== undefined)
    return { by, atMs: Date.parse(at), between: { fromMs: Date.parse(from), toMs: Date.parse(to) } };
  return what === 'triggered it' ? { by, atMs: Date.parse(at), between: null } : null;
}

/** The person who triggered or backfilled a run; null: the run was due. */
export function starterOfRun(
  note: string | undefined,
  { scheduledAt, startedAt }: { scheduledAt: Date; startedAt: Date },
): string | null {
  const [scheduledMs, startedMs] = [scheduledAt.getTime(), startedAt.getTime()];
  const runs = noteLines(note)
    .map(runIn)
    .filter((run) => run !== null)
    // A buffered run may begin long after it was requested.
    .filter(({ atMs }) => atMs <= startedMs + CLOCKS_DIFFER_MS)
    .filter(({ atMs, between }) =>
      between === null
        ? atMs >= scheduledMs - CLOCKS_DIFFER_MS
        : between.fromMs <= scheduledMs && scheduledMs <= between.toMs,
    );
  return runs.sort((one, other) => one.atMs - other.atMs)[0]?.by ?? null;
}
