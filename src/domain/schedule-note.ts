/** Who did what to a schedule and why, newest first, in the one note that Temporal keeps with it. */

export interface Deed {
  at: Date;
  by: string;
  what: string;
  why?: string | undefined;
}

const MOST_LINES = 20;

export function noteLines(note: string | undefined): string[] {
  return (note ?? '').split('\n').filter((line) => line !== '');
}

export function withDeed(note: string | undefined, { at, by, what, why }: Deed): string {
  const reason = why === undefined ? '' : `: ${why}`;
  const line = `${at.toISOString()} ${by} ${what}${reason}`.replace(/\s+/g, ' ');
  const [short = ''] = /^.{0,500}/u.exec(line) ?? [];
  return [short, ...noteLines(note)].slice(0, MOST_LINES).join('\n');
}
