import { durationParts, type DurationUnit } from '../../../src/domain/duration';
import { roughMs } from '../../../src/domain/time-left-text';
import type { Words } from '../words';

const LOCALE = 'ar-u-nu-latn';
const units = { d: 'day', h: 'hour', min: 'minute', s: 'second', ms: 'millisecond' } as const;

const measured = (count: number, unit: DurationUnit): string =>
  new Intl.NumberFormat(LOCALE, { style: 'unit', unit: units[unit], unitDisplay: 'long' }).format(count);

const duration = (ms: number): string =>
  durationParts(ms)
    .map(([count, unit]) => measured(count, unit))
    .join(' و');

const rough = (ms: number): string => duration(roughMs(ms));

const fromNow = (count: number, unit: DurationUnit): string =>
  unit === 'ms' ? times.now : new Intl.RelativeTimeFormat(LOCALE).format(count, units[unit]);

export const times: Words['times'] = {
  duration,
  left: ({ leastMs, usualMs, mostMs, isLate, review }) => {
    if (isLate) return 'يستغرق وقتًا أطول من المعتاد';
    const [least, most] = [rough(leastMs), rough(mostMs)];
    const spread = least === most ? '' : ` (الأقل ${least}، الأكثر ${most})`;
    const about = usualMs === 0 ? `${most} على الأكثر` : `${rough(usualMs)} تقريبًا${spread}`;
    if (review === 'open') return `${about} بعد المراجعة`;
    return review === 'ahead' ? `المتبقي دون احتساب المراجعة: ${about}` : `المتبقي: ${about}`;
  },
  lessThanMinute: 'أقل من دقيقة',
  now: 'الآن',
  ago: (count, unit) => fromNow(-count, unit),
  ahead: fromNow,
  bothClocks: (local, utc) => `${local} بتوقيتك، \u2068${utc}\u2069`,
};
