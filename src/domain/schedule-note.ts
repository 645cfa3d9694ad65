/**
 * Who did what to a schedule and why, newest first, in the one note that Temporal keeps with it. While it is paused,
 * the line of the pause stays on top: it is what people and Temporal's own page read as the reason.
 */
import { oneLine } from './visible-text';

export interface Deed {
  at: Date;
  by: string;
  what: string;
  why?: string | undefined;
}

const MOST_LINES = 20;
const MOST_LINE_CHARS = 500;

export function noteLines(note: string | undefined): string[] {
  return (note ?? '').split('\n').filter((line) => line !== '');
}

export function deedLine({ at, by, what, why }: Deed): string {
  const reason = why === undefined ? '' : `: ${why}`;
  return oneLine(`${at.toISOString()} ${by} ${what}${reason}`, MOST_LINE_CHARS);
}

/** With a deed that pauses, resumes or declares it. */
export function withDeed(note: string | undefined, deed: Deed): string {
  return text([deedLine(deed), ...newestFirst(noteLines(note))]);
}

/** With a deed that leaves it paused: the line of the pause is never moved, nor the first to be dropped. */
export function withDeedUnderPause(note: string | undefined, deed: Deed): string {
  const [pause, ...others] = noteLines(note);
  const below = [deedLine(deed), ...newestFirst(others)];
  return text(pause === undefined ? below : [pause, ...below]);
}

/** Every line of ours begins with its time. Those of other tools have none, and keep their places among themselves. */
function newestFirst(lines: readonly string[]): string[] {
  const timeOf = (line: string): string => /^\d{4}-\S+Z /.exec(line)?.[0] ?? '';
  return lines.toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : timeOf(a) > timeOf(b) ? -1 : 0));
}

function text(lines: readonly string[]): string {
  return lines.slice(0, MOST_LINES).join('\n');
}
