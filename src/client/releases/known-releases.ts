/**
 * All releases that anybody knows of, for what is asked of many at once: those that run, as they are, and those of the
 * archive, whose records never change and so are kept once they were read.
 */
import { LRUCache } from 'lru-cache';
import { releaseId, type ReleaseName } from '../../domain/release/identity';
import type { ReleaseManifest } from '../../domain/release/manifest-schema';
import type { ReleaseStatus } from '../../domain/release/status';
import type { ArchiveEntry } from '../../store/manifest-archive';
import type { ArchivedReleases } from '../records/archived-releases';
import { archivedView } from '../records/archived-view';
import type { ReleaseClient } from './release-client';
import type { TellUnreadable } from './unreadable-release';

/** What a release can be found by. */
export type ReleaseFacts = Pick<
  ReleaseStatus,
  'id' | 'project' | 'name' | 'state' | 'languages' | 'taskId' | 'terms'
> & {
  postId: string | null;
  branch: string | null;
  startedBy: string | null;
  startedAt: string;
  /** Null: it has not ended. */
  endedAt: string | null;
  /** Who confirmed its terms, when and why; null: nobody has. */
  confirmed: ReleaseStatus['decisions'][number] | null;
};

const MOST_KEPT = 5000;

export class KnownReleases {
  /** By the name of the record; null: it cannot be read, or is none of a release. */
  readonly #kept = new LRUCache<string, { facts: ReleaseFacts | null }>({ max: MOST_KEPT });

  constructor(
    private readonly releases: Pick<ReleaseClient, 'open'>,
    private readonly archive: Pick<ArchivedReleases, 'entries' | 'open'>,
  ) {}

  /** Those that run, then those that have ended, each the newest first. One that ended several times comes as often. */
  async *newestFirst(of: Partial<ReleaseName>, tell: TellUnreadable): AsyncGenerator<ReleaseFacts> {
    const { project, name } = of;
    for await (const { row, status } of this.releases.open({ project }, tell))
      if (name === undefined || row.name === name) yield factsOf(status, row, null);
    for (const entry of await this.archive.entries(of)) {
      const facts = entry.kind === 'release' ? await this.#ofRecord(entry) : null;
      if (facts !== null) yield facts;
    }
  }

  /** The same, without what has to be read for it; each once. */
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

  async #ofRecord(entry: ArchiveEntry): Promise<ReleaseFacts | null> {
    const cached = this.#kept.get(entry.key);
    if (cached !== undefined) return cached.facts;
    const { manifest } = await this.archive.open(entry);
    const facts =
      manifest?.kind === 'release'
        ? factsOf(archivedView(manifest), begunOf(manifest), manifest.run.endedAt)
        : null;
    this.#kept.set(entry.key, { facts });
    return facts;
  }
}

type Begun = Pick<ReleaseFacts, 'branch' | 'startedBy' | 'startedAt'>;

const begunOf = ({ content, run }: ReleaseManifest): Begun => ({
  branch: run.branch ?? null,
  startedBy: content.startedBy,
  startedAt: run.startedAt,
});

function factsOf(
  view: ReleaseStatus,
  { branch, startedBy, startedAt }: Begun,
  endedAt: string | null,
): ReleaseFacts {
  const { project, name, state, languages, taskId, terms, announcement, decisions } = view;
  return {
    ...{ id: releaseId({ project, name }), project, name, state, languages, taskId, terms },
    postId: announcement?.postId ?? null,
    ...{ branch, startedBy, startedAt, endedAt },
    confirmed: decisions.findLast(({ what }) => what === 'confirm terms') ?? null,
  };
}
