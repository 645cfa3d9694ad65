/** Cron lines of five fields, by the rules of Temporal's scheduler. */

interface Field {
  name: string;
  least: number;
  most: number;
  names: readonly string[];
}

const months = 'january february march april may june july august september october november december';
const days = 'sunday monday tuesday wednesday thursday friday saturday';

const fields: readonly Field[] = [
  { name: 'minute', least: 0, most: 59, names: [] },
  { name: 'hour', least: 0, most: 23, names: [] },
  { name: 'day of the month', least: 1, most: 31, names: [] },
  { name: 'month', least: 1, most: 12, names: months.split(' ') },
  { name: 'day of the week', least: 0, most: 7, names: days.split(' ') },
];

/** Why a text is not a cron line, or null. */
export function cronFault(line: string): string | null {
  const parts = line.trim().split(/\s+/);
  if (parts.length !== fields.length) {
    return `must be a cron line of five fields: ${fields.map((field) => field.name).join(', ')}`;
  }
  const bad = fields.find((field, index) => !isOf(field, parts[index] ?? ''));
  if (bad === undefined) return null;
  const { name, least, most } = bad;
  return `has a wrong ${name}: it takes *, numbers from ${least} to ${most}, ranges (1-5), steps (*/2) and lists (1,15)`;
}

function isOf(field: Field, text: string): boolean {
  return text.split(',').every((part) => {
    const [range = '', step, ...more] = part.split('/');
    return more.length === 0 && (step === undefined || /^0*[1-9]\d*$/.test(step)) && isRangeOf(field, range);
  });
}

function isRangeOf(field: Field, text: string): boolean {
  if (text === '*') return true;
  const values = text.split('-').map((value) => valueOf(field, value));
  const [first, last = first] = values;
  return values.length <= 2 && first !== undefined && last !== undefined && first <= last;
}

function valueOf({ least, most, names }: Field, text: string): number | undefined {
  const named = text.length < 3 ? -1 : names.findIndex((name) => name.startsWith(text.toLowerCase()));
  const value = named >= 0 ? named + least : /^\d+$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : undefined;
}
