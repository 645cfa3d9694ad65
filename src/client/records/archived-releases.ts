/** Releases from the archive, which outlives Temporal's histories. */
import type { KeyObject } from 'node:crypto';
import { releaseId, type ReleaseName } from '../../domain/release/identity';
import type { Manifest, ReleaseManifest, RollbackManifest } from '../../domain/release/manifest-schema';
import type { ReleaseView } from '../../domain/release/status';
import type { Config } from '../../config/config';
import { publishedAt } from '../../store/last-publication';
import { storeText } from '../../config/store-place';
import { Archive } from '../../store/archive';
import { ManifestArchive, type StoredManifest } from '../../store/manifest-archive';
import { openStorage } from '../../store/open-store';
import { StoreError } from '../../store/store-error';
import { nearestRelease } from '../releases/release-name';
import { archivedView } from './archived-view';
import { NotThere } from '../errors';

/** A record that can be parsed, even if it was changed since it was written. */
export type ReadManifest<Kind extends Manifest = Manifest> = StoredManifest & { manifest: Kind };

export function openArchive({ store, verifyKeys }: Pick<Config, 'store' | 'verifyKeys'>): ArchivedReleases {
  return new ArchivedReleases(new Archive(openStorage(store)), verifyKeys, storeText(store));
}

export class ArchivedReleases extends ManifestArchive {
  constructor(
    archive: Archive,
    verifyKeys: readonly KeyObject[] = [],
    /** The archive's place, for people. */
    private readonly place: string | null = null,
  ) {
    super(archive, verifyKeys);
  }

  /** The record of the release's last end. null: it never ended, or its record is in another archive. */
  async newest(release: ReleaseName): Promise<ReadManifest<ReleaseManifest> | null> {
    const entry = (await this.entries(release)).find(({ kind }) => kind === 'release');
    if (entry === undefined) return null;
    const record = await this.open(entry);
    const { manifest, faults } = record;
    if (manifest?.kind === 'release') return { ...record, manifest };
    throw new StoreError(
      'damaged',
      `The record ${entry.key} cannot be read: ${faults.join(' ')} Restore it from a backup.`,
    );
  }

  async demand(release: ReleaseName): Promise<ReadManifest<ReleaseManifest>> {
    const record = await this.newest(release);
    if (record === null) throw await this.noRecord(release);
    return record;
  }

  async noRecord(release: ReleaseName): Promise<NotThere> {
    const id = releaseId(release);
    const nearest = nearestRelease(release, (await this.entries()).map(releaseId));
    const meant = nearest === null ? '' : ` Did you mean ${nearest}?`;
    const where =
      this.place === null
        ? ''
        : ` The store that was looked into is ${this.place}: workers with another LOCRELEASE_STORE keep their records there.`;
    return new NotThere(
      `There is no record of release ${id}.${meant} A record is kept when a release ends.${where} "locrelease list --all" lists all records.`,
    );
  }

  async view(release: ReleaseName): Promise<ReleaseView | null> {
    const record = await this.newest(release);
    return record && archivedView(record.manifest, record.faults);
  }

  async rollbacks(release: ReleaseName): Promise<RollbackManifest[]> {
    const found: RollbackManifest[] = [];
    for (const entry of await this.entries(release)) {
      if (entry.kind !== 'rollback') continue;
      const { manifest } = await this.open(entry);
      if (manifest?.kind === 'rollback') found.push(manifest);
    }
    return found;
  }

  /** The release of the project that was live before this one. */
  before(manifest: ReleaseManifest, isWanted = isReleased): Promise<ReleaseManifest | null> {
    return this.lastReleased(manifest.content, isWanted, releasedAt(manifest));
  }

  /** The last other release of the project that was released; with a time, before it. */
  async lastReleased(
    { project, name }: ReleaseName,
    isWanted = isReleased,
    before?: string,
  ): Promise<ReleaseManifest | null> {
    let last: { manifest: ReleaseManifest; at: string } | null = null;
    for (const entry of await this.entries({ project })) {
      // Nothing is published after its release has ended.
      if (last !== null && entry.at < last.at) break;
      if (entry.kind !== 'release' || entry.name === name) continue;
      const { manifest } = await this.open(entry);
      if (manifest?.kind !== 'release' || !isWanted(manifest)) continue;
      const at = releasedAt(manifest);
      if ((before === undefined || at < before) && (last === null || at > last.at)) last = { manifest, at };
    }
    return last?.manifest ?? null;
  }
}

/** The time of the publish. A release that publishes nothing counts from its end. */
function releasedAt(manifest: ReleaseManifest): string {
  return publishedAt(manifest) ?? manifest.run.endedAt;
}

/** True with or without a successful announcement. */
export function isReleased({ content: { state } }: ReleaseManifest): boolean {
  return state === 'done' || state === 'partial';
}
