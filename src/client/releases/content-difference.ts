import { leavesOf } from '../../domain/release/amendment';
import { durationText } from '../../domain/text/duration';
import type { ReleaseSource } from '../../domain/release/release-input';
import { stringChanges, type StringChanges } from '../../domain/review/translated-strings';
import type { SourceString } from '../../localization/requests';
import { getSnapshot } from '../../store/source-snapshot';
import type { StoreReader } from '../../store/unwritten-store';
import { counted } from '../../domain/text/counted';

const SHOWN = 5;

type Content = Readonly<Record<string, unknown>>;

export async function contentDifference(
  store: StoreReader,
  before: Content,
  after: Content,
): Promise<string[]> {
  return [...specDifference(before, after), ...(await sourceDifference(store, before.source, after.source))];
}

/** Leaves out the source, which `sourceDifference` compares. */
export function specDifference(before: Content, after: Content): string[] {
  const [old, fresh] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .filter((key) => !/^source\b/.test(key))
    .filter((key) => JSON.stringify(old.get(key)) !== JSON.stringify(fresh.get(key)))
    .map((key) => `${key}: was ${shown(key, old.get(key))}, now ${shown(key, fresh.get(key))}`);
}

/** Durations are stored in milliseconds, and shown as people write them. */
const durations = new Set(['terms.deadline', 'terms.reminders']);

function shown(key: string, value: unknown): string {
  if (value === undefined) return 'not set';
  if (!durations.has(key)) return JSON.stringify(value);
  return [value]
    .flat()
    .map((ms) => durationText(Number(ms)))
    .join(', ');
}

export const SOURCE_DIFFERS = 'source: different';

/** Compares string by string if the store has both sources. */
export async function sourceDifference(
  store: StoreReader,
  before: unknown,
  after: unknown,
): Promise<string[]> {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isSnapshot(before) || !isSnapshot(after)) return [SOURCE_DIFFERS];
  try {
    const [old, fresh] = [await getSnapshot(store, before.sha256), await getSnapshot(store, after.sha256)];
    return changeLines(stringChanges(contentById(old), contentById(fresh)));
  } catch {
    return [`source: was ${counted(before.strings, 'string')}, now ${after.strings}`];
  }
}

export function changeLines({ added, removed, changed }: StringChanges): string[] {
  return [
    ...named('strings added', added),
    ...named('strings removed', removed),
    ...named('strings changed', changed),
  ];
}

function named(what: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  return [`${what} ${ids.length}: ${ids.slice(0, SHOWN).join(', ')}${ids.length > SHOWN ? ', …' : ''}`];
}

export function contentById(strings: readonly SourceString[]): Map<string, string> {
  return new Map(strings.map(({ string_id, content }) => [string_id, content]));
}

function isSnapshot(source: unknown): source is Extract<ReleaseSource, { kind: 'snapshot' }> {
  return typeof source === 'object' && source !== null && 'kind' in source && source.kind === 'snapshot';
}
