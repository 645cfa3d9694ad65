/** Plans a rollback from manifests. It is refused if nothing can be published again or languages would be lost. */
import { readLoss } from '../../checks/check-lost-languages';
import { releaseId, type ReleaseName } from '../../domain/release/identity';
import { lossFinding, lostLanguages } from '../../domain/release/release-languages';
import type { ReleaseManifest } from '../../domain/release/manifest-schema';
import type { ReleaseRollback, RollbackExport } from '../../domain/service-work';
import { publishedAt } from '../../store/last-publication';
import type { TemporalAccess } from '../access';
import type { ArchivedReleases } from '../records/archived-releases';
import { Refused } from '../errors';

const ALLOW_THE_LOSS =
  'To roll back all the same, allow the loss of languages (in a terminal: --lose-languages).';

export async function planRollback(
  { archive, store, client, config }: Pick<TemporalAccess, 'archive' | 'store' | 'client' | 'config'>,
  release: ReleaseName,
  { by, reason, loseLanguages }: Pick<ReleaseRollback, 'by' | 'reason'> & { loseLanguages: boolean },
): Promise<{ work: ReleaseRollback; manifest: ReleaseManifest }> {
  const { manifest, taskId } = await published(archive, release);
  const { content, run, digest } = manifest;
  const { project } = release;
  const { source, languages } = content;
  const { readings } = config.assumptions;
  const loss = await readLoss(
    { manifests: archive, store, temporal: client, readings },
    { project, source, languages },
  );
  const found = lossFinding(loss, {
    loseLanguages,
    who: `A rollback to ${releaseId(release)}`,
    remedy: { refused: ALLOW_THE_LOSS, warned: ALLOW_THE_LOSS },
  });
  // A rollback takes languages away knowingly: a person allows it, also where the loss is not certain.
  if (found !== null) throw new Refused(`${found.message} Nothing was published.`);
  const work: ReleaseRollback = {
    kind: 'rollback',
    project,
    release: release.name,
    taskId,
    languages,
    lostLanguages: lostLanguages(loss),
    export: exportOf(content.export, run.directory),
    source,
    by,
    reason,
    of: digest,
  };
  return { work, manifest };
}

/**
 * The release as it was last published: a later run may have been rejected, and its task must not be published again.
 */
async function published(
  archive: ArchivedReleases,
  release: ReleaseName,
): Promise<{ manifest: ReleaseManifest; taskId: string }> {
  const entries = (await archive.entries(release)).filter(({ kind }) => kind === 'release');
  if (entries.length === 0) throw await archive.noRecord(release);
  for (const entry of entries) {
    const { manifest, faults, signature } = await archive.open(entry);
    // Where a key checks signatures, a record without one may come from anybody.
    if (archive.verifyKeys.length > 0 && signature === 'none')
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
    ...(mode !== null && { mode }),
    ...(escape !== null && { escape }),
  };
}
