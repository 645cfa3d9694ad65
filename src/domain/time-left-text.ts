/** How long something may still take, in words: rounded up, so that no word promises more than is known. */
import { durationText } from './duration';
import type { TimeLeft } from './time-left';

const steps = [
  { belowMs: 60_000, stepMs: 5_000 },
  { belowMs: 3_600_000, stepMs: 60_000 },
  { belowMs: Infinity, stepMs: 900_000 },
] as const;

/** `about 12 min left (8–20 min)` */
export function timeLeftText({ leastMs, usualMs, mostMs, isLate, review }: TimeLeft): string {
  if (isLate) return 'taking longer than usual';
  const when = { open: 'after the review', ahead: 'left, without the review', none: 'left' }[
    review ?? 'none'
  ];
  const most = rough(mostMs);
  if (usualMs === 0) return `up to ${most} ${when}`;
  const spread = rough(leastMs) === most ? '' : ` (${rangeText(rough(leastMs), most)})`;
  return `about ${rough(usualMs)} ${when}${spread}`;
}

/** Rounded up to what can be known: the longer it is, the less exactly. */
function roughMs(ms: number): number {
  const { stepMs } = steps.find(({ belowMs }) => ms <= belowMs) ?? steps[2];
  return Math.max(1, Math.ceil(ms / stepMs)) * stepMs;
}

const rough = (ms: number): string => durationText(roughMs(ms));

/** `8–20 min`, `45 s – 3 min` */
function rangeText(least: string, most: string): string {
  const [, count = '', unit] = /^(\d+) (\w+)$/.exec(least) ?? [];
  return unit !== undefined && most.split(' ').slice(1).join(' ') === unit
    ? `${count}–${most}`
    : `${least} – ${most}`;
}
