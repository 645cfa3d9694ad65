/** What two releases of one name ask for differently, in a few lines. */
import { contentOf } from '../domain/release-content';
import type { ReleaseSource } from '../domain/release-input';
import type { ReleaseSpec } from '../domain/release-file';
import type { ContentStore } from '../store/content-store';
import { getSnapshot } from '../store/source-snapshot';

const SHOWN = 5;

export async function contentDifference(
  store: ContentStore,
  before: { spec: ReleaseSpec; source: ReleaseSource },
  after: { spec: ReleaseSpec; source: ReleaseSource },
): Promise<string> {
  return [
    ...specDifference(contentOf(before), contentOf(after)),
    ...(await sourceDifference(store, before.source, after.source)),
  ].join('\n');
}

function specDifference(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => key !== 'source' && JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => `  ${key}: was ${shown(before[key])}, now ${shown(after[key])}`);
}

function shown(value: unknown): string {
  return value === undefined ? 'not set' : JSON.stringify(value);
}

async function sourceDifference(
  store: ContentStore,
  before: ReleaseSource,
  after: ReleaseSource,
): Promise<string[]> {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (before.kind === 'url' || after.kind === 'url') return ['  source: different'];
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
