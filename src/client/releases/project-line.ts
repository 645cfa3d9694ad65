/** The releases that a project published, the live one first, from the records of releases and rollbacks. */
import { releaseId } from '../../domain/release/identity';
import type { Manifest } from '../../domain/release/manifest-schema';
import type { ProjectLine } from '../../protocol/console-api';
import { publishedAgainAt, publishedAt } from '../../store/last-publication';
import type { ArchivedReleases } from '../records/archived-releases';
import type { ReleaseClient } from './release-client';

type Publication = ProjectLine['published'][number];

/** Nobody is expected to roll back further. */
const MOST_PUBLISHED = 30;

export async function projectLine(
  { archive, releases }: { archive: ArchivedReleases; releases: ReleaseClient },
  project: string,
): Promise<ProjectLine> {
  const published: Publication[] = [];
  const open: ProjectLine['open'] = [];
  const unreadable: ProjectLine['unreadable'] = [];
  for await (const { row, status } of releases.open({ project }, (one) => unreadable.push(one))) {
    open.push(row);
    const { state, endedAt } = status.stages.find(({ name }) => name === 'publish') ?? {};
    if (state !== 'done' || !endedAt) continue;
    const { id, startedBy: by, branch, languages } = row;
    published.push({ kind: 'release', id, at: endedAt, by, why: null, branch, languages });
  }
  let unread = 0;
  for (const entry of await archive.entries({ project })) {
    if (published.length >= MOST_PUBLISHED) unread += 1;
    else {
      const { manifest } = await archive.open(entry);
      const found = manifest && publicationOf(releaseId(entry), manifest);
      // A partial release has a record, and may still run.
      const isListed = published.some(({ id, at }) => id === found?.id && at === found.at);
      if (found !== null && !isListed) published.push(found);
    }
  }
  published.sort((one, other) => (one.at < other.at ? 1 : -1));
  return { published, isCut: unread > 0, open, unreadable };
}

/** null: the run published nothing. */
function publicationOf(id: string, manifest: Manifest): Publication | null {
  if (manifest.kind === 'rollback') {
    const { by, reason, languages } = manifest.content;
    const at = publishedAgainAt(manifest);
    return at === null ? null : { kind: 'rollback', id, at, by, why: reason, branch: null, languages };
  }
  const { startedBy: by, languages } = manifest.content;
  const at = publishedAt(manifest);
  const branch = manifest.run.branch ?? null;
  return at === null ? null : { kind: 'release', id, at, by, why: null, branch, languages };
}
