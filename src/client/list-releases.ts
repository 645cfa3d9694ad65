/** All releases: what Temporal has, and then what only the archive has. */
import { StoreError } from '../store/store-error';
import type { ArchivedReleases } from './archived-releases';
import type { ReleaseClient } from './release-client';
import type { ReleaseRow } from './release-row';

export interface ListedRelease extends ReleaseRow {
  /** Whether Temporal has forgotten it. */
  archived: boolean;
}

interface Filter {
  state?: string;
  project?: string;
}

export interface ReleaseList {
  releases: ListedRelease[];
  /** About how many there are beyond the limit; null: none. */
  more: number | null;
  /** Why those that Temporal has forgotten are not in it; null: they are. */
  withoutArchive: string | null;
}

export async function listReleases(
  access: { releases: ReleaseClient; archive: ArchivedReleases },
  filter: Filter,
  limit: number,
): Promise<ReleaseList> {
  const releases: ListedRelease[] = [];
  let withoutArchive: string | null = null;
  let hasMore = false;
  const onFault = (fault: string): void => void (withoutArchive = fault);
  for await (const release of allReleases(access, filter, { limit: limit + 1, onFault })) {
    hasMore = releases.length === limit;
    if (hasMore) break;
    releases.push(release);
  }
  const more = hasMore ? (await access.releases.count(filter)) - limit : null;
  return { releases, more, withoutArchive };
}

async function* allReleases(
  { releases, archive }: { releases: ReleaseClient; archive: ArchivedReleases },
  filter: Filter,
  { limit, onFault }: { limit: number; onFault: (words: string) => void },
): AsyncGenerator<ListedRelease> {
  const listed = new Set<string>();
  for (const row of await releases.newest(filter, limit)) {
    listed.add(row.id);
    yield { ...row, archived: false };
  }
  // One that is not in the list for its state is not to be listed as it once was.
  const isKnown = async (id: string): Promise<boolean> =>
    listed.has(id) || (filter.state !== undefined && (await releases.isKnown(id)));
  try {
    for await (const row of archive.rows({ ...filter, isKnown })) yield { ...row, archived: true };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    onFault(`Without releases that Temporal has forgotten: ${error.message}`);
  }
}
