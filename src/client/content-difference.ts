/** What two releases of one name ask for differently, in a few lines. */
import type { ReleaseSource } from '../domain/release-input';
import type { ContentStore } from '../store/content-store';
import { getSnapshot } from '../store/source-snapshot';

const SHOWN = 5;

type Content = Readonly<Record<string, unknown>>;

/** Of what `contentOf` makes of each. */
export async function contentDifference(
  store: ContentStore,
  before: Content,
  after: Content,
): Promise<string> {
  return [
    ...specDifference(before, after),
    ...(await sourceDifference(store, before.source, after.source)),
  ].join('\n');
}

function specDifference(before: Content, after: Content): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => key !== 'source' && JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => `  ${key}: was ${shown(before[key])}, now ${shown(after[key])}`);
}

function shown(value: unknown): string {
  return value === undefined ? 'not set' : JSON.stringify(value);
}

/** Which strings are others, as far as the store has both. */
export async function sourceDifference(
  store: ContentStore,
  before: unknown,
  after: unknown,
): Promise<string[]> {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isSnapshot(before) || !isSnapshot(after)) return ['  source: different'];
  try {
    const old = new Map((await getSnapshot(store, before.sha256)).map((row) => [row.string_id, row.content]));
    const fresh = new Map(
      (await getSnapshot(store, after.sha256)).map((row) => [row.string_id, row.content]),
    );
    const list = (word: string, ids: string[]): string[] =>
      ids.length === 0
        ? []
        : [`  ${word} ${ids.length}: ${ids.slice(0, SHOWN).join(', ')}${ids.length > SHOWN ? ', …' : ''}`];
    return [
      ...list(
        'strings added',
        [...fresh.keys()].filter((id) => !old.has(id)),
      ),
      ...list(
        'strings removed',
        [...old.keys()].filter((id) => !fresh.has(id)),
      ),
      ...list(
        'strings changed',
        [...fresh.keys()].filter((id) => old.has(id) && old.get(id) !== fresh.get(id)),
      ),
    ];
  } catch {
    return [`  source: was ${before.strings} strings, now ${after.strings}`];
  }
}

function isSnapshot(source: unknown): source is Extract<ReleaseSource, { kind: 'snapshot' }> {
  return typeof source === 'object' && source !== null && 'kind' in source && source.kind === 'snapshot';
}
