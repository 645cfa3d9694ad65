/** The input of a release, for converting its exports into files like its sources. */
import type { Client } from '@temporalio/client';
import { basename } from 'node:path';
import type { SourceString } from '../../localization/requests';
import type { Note } from '../../localization/snapshot-text';
import { getNotes, getSnapshot } from '../../store/source-snapshot';
import type { StoreReader } from '../../store/unwritten-store';
import type { ReleaseName } from '../../domain/release/identity';
import { contentOf } from '../../domain/release/release-content';
import type { SourceFiles } from '../../domain/release/release-file';
import type { ReleaseInput, ReleaseSource } from '../../domain/release/release-input';
import { releaseFileText } from '../../source/read-release-file';
import type { ArchivedReleases } from '../records/archived-releases';
import { parseReleaseName } from './release-name';
import { readRequestedSpec, readRunFacts } from './run-facts';

export interface ReleaseSourceStrings {
  strings: SourceString[] | null;
  notes: Readonly<Record<string, Note>>;
  /** The format, as `files --as` names it. null: not known. */
  format: string | null;
}

export async function readReleaseSource(
  { client, archive, store }: { client: Client; archive: ArchivedReleases; store: StoreReader },
  id: string,
): Promise<ReleaseSourceStrings> {
  const { source } = await readEarlierRelease(client, archive, parseReleaseName(id));
  if (source.kind === 'url') return { strings: null, notes: {}, format: null };
  const { sha256, notes, format = null } = source;
  return {
    strings: await getSnapshot(store, sha256),
    notes: notes === undefined ? {} : Object.fromEntries(await getNotes(store, notes)),
    format,
  };
}

/** The request of a release from Temporal or the archive, for starting it again. */
export interface EarlierRelease {
  /** A release file that requests the same, wherever the original files were. */
  text: string;
  source: ReleaseSource;
  directory: string | null;
}

export async function readEarlierRelease(
  client: Client,
  archive: ArchivedReleases,
  release: ReleaseName,
): Promise<EarlierRelease> {
  if ((await readRunFacts(client, release)) !== null) {
    const requested = await readRequestedSpec(client, release);
    const { spec, source } = requested;
    const text = releaseFileText(contentOf(requested), namedSource(spec.source));
    return { text, source, directory: spec.export?.directory ?? null };
  }
  const { content, run } = (await archive.demand(release)).manifest;
  const named = content.source.kind === 'url' ? { url: content.source.url } : { file: 'strings.json' };
  const text = releaseFileText(content.request, named);
  return { text, source: content.source, directory: run.directory };
}

/** A single named file has an absolute path in a release, which exists on no other machine. */
function namedSource(source: ReleaseInput['spec']['source']): object {
  if ('url' in source) return source;
  const { directory, ...named }: SourceFiles = source;
  return directory === undefined && typeof named.file === 'string'
    ? { ...named, file: basename(named.file) }
    : named;
}
