/** Writes the release file of a request, so that reading it again gives the same request. */
import { dump } from 'js-yaml';
import { units } from '../domain/text/duration';
import { releaseSpec } from '../domain/release/release-file';
import { isPlain } from '../domain/text/canonical-json';

/** `content` comes from `contentOf`; `source` is in the form of a release file. */
export function releaseFileText(content: Readonly<Record<string, unknown>>, source: object): string {
  const { terms, ...rest } = content;
  const written: Record<string, unknown> = { ...rest, source, ...termsIn(terms) };
  const order = Object.keys(releaseSpec.shape);
  const keys = Object.keys(written).sort((one, other) => order.indexOf(one) - order.indexOf(other));
  return dump(Object.fromEntries(keys.map((key) => [key, written[key]])), { lineWidth: -1, noRefs: true });
}

/** Durations are stored in milliseconds, but written in words. */
function termsIn(terms: unknown): { terms?: object } {
  // An empty part is left out.
  if (!isPlain(terms) || Object.keys(terms).length === 0) return {};
  const entries = Object.entries(terms).map(([key, value]: [string, unknown]) => {
    if (key === 'deadline') return [key, exactDuration(Number(value))] as const;
    if (key === 'reminders' && Array.isArray(value))
      return [key, value.map((ms) => exactDuration(Number(ms)))] as const;
    return [key, value] as const;
  });
  return { terms: Object.fromEntries(entries) };
}

/** Uses the largest unit that leaves no remainder. */
function exactDuration(ms: number): string {
  const [unit, unitMs] = units.find(([, size]) => ms >= size && ms % size === 0) ?? (['ms', 1] as const);
  return `${ms / unitMs} ${unit}`;
}
