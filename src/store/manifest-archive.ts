/**
 * The manifests of releases and rollbacks. None replaces another: each end of a release has a separate entry, whose
 * name has the release, time and kind, so that a list needs to open only what it shows.
 */
import type { KeyObject } from 'node:crypto';
import type { ReleaseName } from '../domain/release/identity';
import type { ReleaseManifestBody, RollbackManifestBody } from '../domain/release/manifest-schema';
import type { Archive } from './archive';
import { opened, sealed, type OpenedManifest } from './manifest-seal';
import { StoreError } from './store-error';

export interface ArchiveEntry extends ReleaseName {
  key: string;
  at: string;
  kind: 'release' | 'rollback';
  runId: string;
}

export interface StoredManifest extends OpenedManifest {
  entry: ArchiveEntry;
  bytes: Buffer;
}

const KEY = /^([^/]+)\/([^/]+)\/(\d{8}T\d{9}Z)\.(release|rollback)\.([^/]+)\.json$/;
const TIME = /^(....)(..)(..)T(..)(..)(..)(...)Z$/;

export class ManifestArchive {
  constructor(
    private readonly archive: Archive,
    readonly verifyKeys: readonly KeyObject[] = [],
  ) {}

  /** The same end written twice is one entry. */
  async put(
    body: ReleaseManifestBody | RollbackManifestBody,
    signingKey: KeyObject | null,
  ): Promise<{ key: string }> {
    const { project, name } = body.content;
    const { endedAt, runId } = body.run;
    const key = `${project}/${name}/${endedAt.replace(/[-:.]/g, '')}.${body.kind}.${runId}.json`;
    await this.archive.put(key, sealed(body, signingKey));
    return { key };
  }

  /** The newest first: of everything, of a project, or of a release. */
  async entries({ project, name }: Partial<ReleaseName> = {}): Promise<ArchiveEntry[]> {
    const prefix = [project, name].filter((part) => part !== undefined).join('/');
    const keys = await this.archive.list(prefix);
    return keys.flatMap(entryOf).sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
  }

  async open(entry: ArchiveEntry): Promise<StoredManifest> {
    const bytes = await this.archive.get(entry.key);
    if (bytes === null) throw new StoreError('absent', `The archive no longer has ${entry.key}.`);
    return { entry, bytes, ...opened(bytes, this.verifyKeys) };
  }
}

function entryOf(key: string): ArchiveEntry[] {
  const match = KEY.exec(key);
  if (match === null) return [];
  const [, project = '', name = '', time = '', kind, runId = ''] = match;
  const at = time.replace(TIME, '$1-$2-$3T$4:$5:$6.$7Z');
  return [{ key, project, name, at, kind: kind === 'release' ? 'release' : 'rollback', runId }];
}
