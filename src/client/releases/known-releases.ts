/**
 * All known releases, for requests about many at once: running ones from Temporal and ended ones from the archive,
 * whose records never change and are cached.
 */
import { releaseId, type ReleaseName } from '../../domain/release/identity';
import type { ReleaseManifest } from '../../domain/release/manifest-schema';
import type { ReleaseStatus } from '../../domain/release/status';
import type { ArchiveEntry } from '../../store/manifest-archive';
import type { ArchivedReleases } from '../records/archived-releases';
import { archivedView } from '../records/archived-view';
import { cachedByKey } from '../shared-read';
import type { ReleaseClient } from './release-client';
import type { ReportUnreadable } from './unreadable-release';

export type ReleaseFacts = Pick<
  ReleaseStatus,
  'id' | 'project' | 'name' | 'state' | 'languages' | 'taskId' | 'terms'
> & {
  postId: string | null;
  branch: string | null;
  startedBy: string | null;
  startedAt: string;
  endedAt: string | null;
  /** The decision that confirmed the terms. null: there is none. */
  confirmed: ReleaseStatus['decisions'][number] | null;
};

const MAX_ENTRIES = 5000;

export class KnownReleases {
  /** null: the record cannot be read, or is not of a release. */
  readonly #ofRecord = cachedByKey(
    { max: MAX_ENTRIES },
    ({ key }: ArchiveEntry) => key,
    async (entry) => {
      const { manifest } = await this.archive.open(entry);
      return { facts: manifest?.kind === 'release' ? factsOfRecord(manifest) : null };
    },
  );

  constructor(
    private readonly releases: Pick<ReleaseClient, 'open'>,
    private readonly archive: Pick<ArchivedReleases, 'entries' | 'open'>,
  ) {}

  /**
   * Yields running releases, then ended ones, each the newest first. A release that ended several times comes as often.
   */
  async *newestFirst(of: Partial<ReleaseName>, report: ReportUnreadable): AsyncGenerator<ReleaseFacts> {
    const { project, name } = of;
    for await (const { row, status } of this.releases.open({ project }, report))
      if (name === undefined || row.name === name) yield factsOf(status, row, null);
    for (const entry of await this.archive.entries(of)) {
      if (entry.kind !== 'release') continue;
      const { facts } = await this.#ofRecord(entry);
      if (facts !== null) yield facts;
    }
  }

  /** The names of the same releases, each once, without reading their records. */
  async names(): Promise<ReleaseName[]> {
    const names = new Map<string, ReleaseName>();
    const leaveOut = (): void => undefined;
    for await (const { row } of this.releases.open({}, leaveOut))
      names.set(row.id, { project: row.project, name: row.name });
    for (const { project, name } of await this.archive.entries()) {
      const id = releaseId({ project, name });
      if (!names.has(id)) names.set(id, { project, name });
    }
    return [...names.values()];
  }
}

type Begun = Pick<ReleaseFacts, 'branch' | 'startedBy' | 'startedAt'>;

function factsOfRecord(manifest: ReleaseManifest): ReleaseFacts {
  const { content, run } = manifest;
  const { startedBy } = content;
  const { startedAt, endedAt, branch = null } = run;
  return factsOf(archivedView(manifest), { branch, startedBy, startedAt }, endedAt);
}

function factsOf(
  view: ReleaseStatus,
  { branch, startedBy, startedAt }: Begun,
  endedAt: string | null,
): ReleaseFacts {
  const { project, name, state, languages, taskId, terms, announcement, decisions } = view;
  return {
    id: releaseId({ project, name }),
    project,
    name,
    state,
    languages,
    taskId,
    terms,
    postId: announcement?.postId ?? null,
    branch,
    startedBy,
    startedAt,
    endedAt,
    confirmed: decisions.findLast(({ what }) => what === 'confirm terms') ?? null,
  };
}
