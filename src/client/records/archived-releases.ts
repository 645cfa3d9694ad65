/** Releases as the archive has them, for when Temporal has forgotten them and for what is asked of the past. */
import type { KeyObject } from 'node:crypto';
import { releaseId, type ReleaseName } from '../../domain/release/identity';
import type { Manifest, ReleaseManifest, RollbackManifest } from '../../domain/release/manifest-schema';
import type { ReleaseView } from '../../domain/release/status';
import type { Config } from '../../config/config';
import { storeText } from '../../config/store-place';
import { nearestWord } from '../../domain/text/suggest-word';
import { Archive } from '../../store/archive';
import { ManifestArchive, type ArchiveEntry, type StoredManifest } from '../../store/manifest-archive';
import { openStorage } from '../../store/open-store';
import { StoreError } from '../../store/store-error';
import { archivedView } from './archived-view';
import { NotThere } from '../errors';

/** One that can be read, whether or not it is as it was written. */
export type ReadManifest<Kind extends Manifest = Manifest> = StoredManifest & { manifest: Kind };

export function openArchive({ store, verifyKeys }: Pick<Config, 'store' | 'verifyKeys'>): ArchivedReleases {
  return new ArchivedReleases(new Archive(openStorage(store)), verifyKeys, storeText(store));
}

export class ArchivedReleases extends ManifestArchive {
  constructor(
    archive: Archive,
    verifyKeys: readonly KeyObject[] = [],
    /** Where it is, for a person. */
    private readonly place: string | null = null,
  ) {
    super(archive, verifyKeys);
  }

  /** As it is after its last end; null: it never ended, or not where this archive is. */
  async newest(release: ReleaseName): Promise<ReadManifest<ReleaseManifest> | null> {
    const [entry] = (await this.entries(release)).filter(({ kind }) => kind === 'release');
    return entry === undefined ? null : this.#release(entry);
  }

  /** As `newest`; that there is none is a fault of who asks. */
  async demand(release: ReleaseName): Promise<ReadManifest<ReleaseManifest>> {
    const kept = await this.newest(release);
    if (kept === null) throw await this.noRecord(release);
    return kept;
  }

  async noRecord(release: ReleaseName): Promise<NotThere> {
    const id = releaseId(release);
    const nearest = nearestWord(id, (await this.entries()).map(releaseId));
    return new NotThere(
      [
        `There is no record of release ${id}.`,
        ...(nearest === null || nearest === id ? [] : [`Did you mean ${nearest}?`]),
        'A record is kept when a release ends.',
        ...(this.place === null
          ? []
          : [
              `The store that was looked into is ${this.place}: set LOCRELEASE_STORE to the store of the workers if that is another one.`,
            ]),
        '"locrelease list --all" lists all records.',
      ].join(' '),
    );
  }

  async view(release: ReleaseName): Promise<ReleaseView | null> {
    const kept = await this.newest(release);
    return kept && archivedView(kept.manifest, kept.faults);
  }

  /** When a release's task was published again, the newest first. */
  async rollbacks(release: ReleaseName): Promise<RollbackManifest[]> {
    const found: RollbackManifest[] = [];
    for (const entry of await this.entries(release)) {
      const { manifest } = entry.kind === 'rollback' ? await this.open(entry) : { manifest: null };
      if (manifest?.kind === 'rollback') found.push(manifest);
    }
    return found;
  }

  /** The release of the project that came before, and was released. */
  before(
    { entry, manifest }: ReadManifest<ReleaseManifest>,
    isWanted = isReleased,
  ): Promise<ReleaseManifest | null> {
    return this.lastReleased(entry, isWanted, manifest.run.endedAt);
  }

  /** The newest of the project that was released, another one than this; with a time, one that ended before it. */
  async lastReleased(
    { project, name }: ReleaseName,
    isWanted = isReleased,
    before?: string,
  ): Promise<ReleaseManifest | null> {
    for (const earlier of await this.entries({ project })) {
      const isOther = earlier.kind === 'release' && earlier.name !== name;
      if (!isOther || (before !== undefined && earlier.at >= before)) continue;
      const { manifest: found } = await this.open(earlier);
      if (found?.kind === 'release' && isWanted(found)) return found;
    }
    return null;
  }

  async #release(entry: ArchiveEntry): Promise<ReadManifest<ReleaseManifest>> {
    const kept = await this.open(entry);
    const { manifest, faults } = kept;
    if (manifest?.kind === 'release') return { ...kept, manifest };
    throw new StoreError(
      'damaged',
      `The record ${entry.key} cannot be read: ${faults.join(' ')} Restore it from a backup.`,
    );
  }
}

/** Whether the world has it: with or without its announcement. */
export function isReleased({ content: { state } }: ReleaseManifest): boolean {
  return state === 'done' || state === 'partial';
}
