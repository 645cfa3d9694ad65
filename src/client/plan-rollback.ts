/** What a rollback would do, read from manifests; refused where nothing could be published again, or something would be lost. */
import { releaseId, type ReleaseName } from '../domain/identity';
import type { ReleaseManifest } from '../domain/manifest-schema';
import { endedStates } from '../domain/release-states';
import type { ReleaseRollback, RollbackExport } from '../domain/service-work';
import { noRecord, type ArchivedReleases, type ReadManifest } from './archived-releases';
import { Refused } from './errors';
import type { ReleaseClient } from './release-client';

interface Asked {
  by: string;
  reason: string | null;
  /** Whether languages that were published since may be lost. */
  loseLanguages: boolean;
}

export async function planRollback(
  { archive, releaseClient }: { archive: ArchivedReleases; releaseClient: ReleaseClient },
  release: ReleaseName,
  { by, reason, loseLanguages }: Asked,
): Promise<{ work: ReleaseRollback; manifest: ReleaseManifest }> {
  const { manifest, taskId } = await published(archive, release);
  const { content, run, digest } = manifest;
  const last = await lastPublished({ archive, releaseClient, loseLanguages }, release.project);
  const lostLanguages = last.languages.filter((language) => !content.languages.includes(language));
  if (lostLanguages.length > 0 && !loseLanguages) {
    throw new Refused(
      `A rollback to ${releaseId(release)} would lose ${lostLanguages.join(', ')}, which ${last.id} has published since. Nothing was published. ` +
        'Use --lose-languages to roll back all the same.',
    );
  }
  const work: ReleaseRollback = {
    kind: 'rollback',
    project: release.project,
    release: release.name,
    taskId,
    languages: content.languages,
    lostLanguages,
    export: exportOf(content.export, run.directory),
    source: content.source,
    by,
    reason,
    of: digest,
  };
  return { work, manifest };
}

/** As it was when it was last published: a later run may have been rejected, and its task is none to go back to. */
async function published(
  archive: ArchivedReleases,
  release: ReleaseName,
): Promise<{ manifest: ReleaseManifest; taskId: string }> {
  const entries = (await archive.entries(release)).filter(({ kind }) => kind === 'release');
  if (entries.length === 0) throw noRecord(release);
  for (const entry of entries) {
    const { manifest, faults, signature } = await archive.open(entry);
    if (archive.demandsSignatures && signature === 'none')
      throw new Refused(
        `The record ${entry.key} is not signed, and a key to check signatures is set. Nothing was published.`,
      );
    if (faults.length > 0)
      throw new Refused(
        `The record ${entry.key} was changed: ${faults.join(' ')} Nothing was published. Restore it from a backup.`,
      );
    if (manifest?.kind !== 'release' || publishedAt(manifest) === null) continue;
    const { taskId } = manifest.run;
    if (taskId !== null) return { manifest, taskId };
  }
  throw new Refused(
    `Release ${releaseId(release)} was never published to its project, so there is nothing to go back to.`,
  );
}

interface Publication {
  id: string;
  at: string;
  languages: readonly string[];
}

/** Whose texts the project has now: a release that has ended or is still announced, or a rollback. */
async function lastPublished(
  {
    archive,
    releaseClient,
    loseLanguages,
  }: { archive: ArchivedReleases; releaseClient: ReleaseClient; loseLanguages: boolean },
  project: string,
): Promise<Publication> {
  let last: Publication = { id: '', at: '', languages: [] };
  const take = (publication: Publication): void => {
    if (publication.at > last.at) last = publication;
  };
  for (const entry of await archive.entries({ project })) {
    // Nothing was published after its release has ended.
    if (entry.at < last.at) break;
    const { manifest } = await archive.open(entry);
    if (manifest === null && !loseLanguages)
      throw new Refused(
        `The record ${entry.key} cannot be read, so what a rollback would lose is not known. Nothing was published. ` +
          'Restore it from a backup, or use --lose-languages.',
      );
    const at = publicationOf(manifest);
    if (at !== null) take({ id: releaseId(entry), ...at });
  }
  for await (const { id, stage, state: shown } of releaseClient.list({ project })) {
    if (shown !== 'unknown' && endedStates.has(shown)) continue;
    if (stage === 'publish' && !loseLanguages)
      throw new Refused(
        `Release ${id} is publishing, so what a rollback would lose is not known yet. Nothing was published. Try again when it has ended.`,
      );
    if (stage !== 'export' && stage !== 'announce') continue;
    const { stages, languages } = await releaseClient.status(id);
    const { state, endedAt = null } = stages.find(({ name }) => name === 'publish') ?? {};
    if (state === 'done' && endedAt !== null) take({ id, at: endedAt, languages });
  }
  return last;
}

function publicationOf(manifest: ReadManifest['manifest'] | null): Omit<Publication, 'id'> | null {
  if (manifest === null) return null;
  const { languages } = manifest.content;
  const at = manifest.kind === 'release' ? publishedAt(manifest) : manifest.run.endedAt;
  // One whose files could not be written has published all the same.
  const isPublished = manifest.kind === 'release' || ['done', 'blocked'].includes(manifest.content.state);
  return at === null || !isPublished ? null : { at, languages };
}

function publishedAt({ content, run }: ReleaseManifest): string | null {
  const index = content.stages.findIndex(({ name, state }) => name === 'publish' && state === 'done');
  return run.stages[index]?.endedAt ?? null;
}

function exportOf(
  exported: ReleaseManifest['content']['export'],
  directory: string | null,
): RollbackExport | null {
  if (exported === null || directory === null) return null;
  const { templateId, languages, mode, escape, filename } = exported;
  return {
    templateId,
    languages,
    filename,
    directory,
    ...(mode === null ? {} : { mode }),
    ...(escape === null ? {} : { escape }),
  };
}
