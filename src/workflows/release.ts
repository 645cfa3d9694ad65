/** The whole of a localization release. */
import type { ReleaseInput } from '../domain/release-input';
import type { ReleaseRecord, StoredRecord } from '../domain/release-record';
import { reopenForLateLanguages } from '../domain/release-transitions';
import { openRelease } from './open-release';
import { endRelease } from './end-release';
import type { ReleaseRun } from './release-run';
import { runStage } from './run-stage';
import { announceRelease } from './stages/announce';
import { holdAnnouncement } from './stages/hold-announcement';
import { settleFailedTargets } from './stages/announced-targets';
import { reviewTerms } from './stages/confirm';
import { createTask } from './stages/create';
import { exportFiles } from './stages/export';
import { publishToProject } from './stages/publish';
import { awaitScan } from './stages/scan';
import { supplementLanguages } from './stages/supplement';
import { awaitTranslation } from './stages/translate';

/** `continued` is what an earlier run of this release left: the same release goes on where that stood. */
export async function localizationRelease(
  input: ReleaseInput,
  continued?: StoredRecord,
): Promise<ReleaseRecord> {
  const release = openRelease(input, continued);
  return endRelease(release, () => releaseOnce(release));
}

async function releaseOnce(release: ReleaseRun): Promise<void> {
  const { record } = release;
  const { scan, confirmation } = release.spec.terms;
  await runStage(release, 'create', createTask);
  await runStage(release, 'scan', awaitScan, { wanted: () => scan });
  await runStage(release, 'confirm', reviewTerms, { wanted: () => scan && confirmation === 'operator' });
  await runStage(release, 'translate', awaitTranslation);
  for (;;) {
    await runStage(release, 'supplement', supplementLanguages, {
      wanted: () => record.lateLanguages.length > 0,
    });
    await runStage(release, 'publish', publishToProject, { wanted: () => release.spec.publish });
    await runStage(release, 'export', exportFiles, { wanted: () => release.spec.export !== undefined });
    if (reopenForLateLanguages(record) || (await holdAnnouncement(release)) === 'reopened') continue;
    await runStage(release, 'announce', announceRelease, {
      wanted: () => release.spec.announce !== undefined,
    });
    await settleFailedTargets(release, announceRelease);
    if (!reopenForLateLanguages(record)) return;
  }
}
