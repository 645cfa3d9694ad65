/** What is new in the strings of a planned release since the release before it. */
import { countAllWords } from '../checks/count-all-words';
import { canonicalJson } from '../domain/canonical-json';
import { releaseId, type ReleaseName } from '../domain/identity';
import { sourceContent } from '../domain/release-content';
import type { ReleaseInput } from '../domain/release-input';
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

/** Releases of the project that are looked at: one with many is not read back to its beginning. */
const MOST_EARLIER = 20;

/** Under another name the same strings are another task, and paid for again. */
export async function paidNotes(
  { spec, source }: Pick<ReleaseInput, 'spec' | 'source'>,
  archive: ArchivedReleases,
): Promise<string[]> {
  const { project, name, targetLanguages, supplementLanguages } = spec;
  const entries = (await archive.entries({ project })).filter(
    (entry) => entry.kind === 'release' && entry.name !== name,
  );
  for (const entry of entries.slice(0, MOST_EARLIER)) {
    const { manifest } = await archive.open(entry);
    if (manifest?.kind !== 'release' || manifest.run.taskId === null) continue;
    const { content, run } = manifest;
    const isSame = canonicalJson(sourceContent(content.source)) === canonicalJson(sourceContent(source));
    const paid = [...targetLanguages, ...supplementLanguages].filter((code) =>
      content.languages.includes(code),
    );
    if (isSame && paid.length > 0)
      return [
        `${releaseId(content)} (${run.endedAt}) had the same strings translated into ${paid.join(', ')}. Under another name they are paid for again.`,
      ];
  }
  return [];
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
