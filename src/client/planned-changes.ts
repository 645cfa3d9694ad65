/** What is new in the strings of a planned release since the release before it. */
import { countAllWords } from '../checks/count-all-words';
import { releaseId, type ReleaseName } from '../domain/identity';
import { stringChanges } from '../domain/string-changes';
import type { SourceString } from '../localization/requests';
import { getSnapshot } from '../store/source-snapshot';
import { StoreError } from '../store/store-error';
import type { StoreReader } from '../store/unwritten-store';
import type { ArchivedReleases } from './archived-releases';
import { contentById } from './content-difference';

/** As many keys as a reader of a document may want to see. */
const MOST_KEYS = 100;

interface ChangedStrings {
  count: number;
  /** The first of them. */
  keys: string[];
}

export interface PlannedChanges {
  /** The release that it is compared with. */
  id: string;
  endedAt: string;
  /** null: the strings of one of the two cannot be read here. */
  strings: {
    new: ChangedStrings;
    changed: ChangedStrings;
    gone: ChangedStrings;
    /** Of new and changed strings; null where they are too many to count. */
    words: number | null;
  } | null;
}

/** null: no release of the project is on record here. */
export async function plannedChanges(
  release: ReleaseName,
  strings: readonly SourceString[] | null,
  { archive, store }: { archive: ArchivedReleases; store: StoreReader },
): Promise<PlannedChanges | null> {
  const manifest = await archive.lastReleased(release);
  if (manifest === null) return null;
  const { content, run } = manifest;
  const before = content.source.kind === 'url' ? null : await readSnapshot(store, content.source.sha256);
  return {
    id: releaseId(content),
    endedAt: run.endedAt,
    strings: before && strings && (await changesBetween(before, strings)),
  };
}

async function changesBetween(
  before: readonly SourceString[],
  after: readonly SourceString[],
): Promise<PlannedChanges['strings']> {
  const { added, changed, removed } = stringChanges(contentById(before), contentById(after));
  const isOther = new Set([...added, ...changed]);
  const others = after.filter(({ string_id }) => isOther.has(string_id)).map(({ content }) => content);
  return {
    new: bounded(added),
    changed: bounded(changed),
    gone: bounded(removed),
    words: await countAllWords(others),
  };
}

function bounded(keys: readonly string[]): ChangedStrings {
  return { count: keys.length, keys: keys.slice(0, MOST_KEYS) };
}

async function readSnapshot(store: StoreReader, sha256: string): Promise<SourceString[] | null> {
  try {
    return await getSnapshot(store, sha256);
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}
