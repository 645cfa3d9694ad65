import type { ReleaseInput } from '../domain/release/release-input';
import type { ReleaseRecord } from '../domain/release/release-record';
import { nextStage, reopenForLateLanguages } from '../domain/release/release-transitions';
import { openRelease } from './open-release';
import { endRelease, settleFailedTargets } from './end-release';
import type { ReleaseRun } from './release-run';
import { runStage } from './run-stage';
import { announceRelease } from './stages/announce';
import { reviewTerms } from './stages/confirm';
import { createTask } from './stages/create';
import { exportFiles } from './stages/export';
import { publishToProject } from './stages/publish';
import { awaitScan } from './stages/scan';
import { supplementLanguages } from './stages/supplement';
import { awaitTranslation } from './stages/translate';
import { giveTurnBack } from './turn';

/** `continued` is the state of the previous run, from which the release continues. */
export async function localizationRelease(
  input: ReleaseInput,
  continued?: ReleaseRecord,
): Promise<ReleaseRecord> {
  const release = openRelease(input, continued);
  return endRelease(release, () => releaseOnce(release));
}

/** Each stage is done once and in order; late languages reopen some of them. */
async function releaseOnce(release: ReleaseRun): Promise<void> {
  const { record } = release;
  const { scan, confirmation } = release.spec.terms;
  const isReviewed = scan && confirmation === 'operator';
  const hasLateLanguages = (): boolean => record.lateLanguages.length > 0;
  do {
    await runStage(release, 'create', createTask);
    await runStage(release, 'scan', awaitScan, { wanted: () => scan });
    await runStage(release, 'confirm', reviewTerms, { wanted: () => isReviewed });
    await runStage(release, 'translate', awaitTranslation);
    await runStage(release, 'supplement', supplementLanguages, { wanted: hasLateLanguages });
    await runStage(release, 'publish', publishToProject, { wanted: () => release.spec.publish });
    await runStage(release, 'export', exportFiles, { wanted: () => release.spec.export !== undefined });
    await giveTurnBack(release);
    await runStage(release, 'announce', announceRelease, {
      wanted: () => release.spec.announce !== undefined,
    });
    await settleFailedTargets(release);
  } while (reopenForLateLanguages(record) || nextStage(record) !== null);
}
