/** Stores the record of a release. A repeat is harmless, because the same end has the same name and the same bytes. */
import { ApplicationFailure } from '@temporalio/common';
import { releaseManifest, rollbackManifest } from '../domain/release/release-manifest';
import { finish } from '../domain/release/release-transitions';
import { packageVersion } from '../package';
import type { ActivityInput } from '../protocol/activity-inputs';
import { getDecisions, putDecisions } from '../store/store-references';
import { StoreError } from '../store/store-error';
import type { ActivityDependencies } from './dependencies';

export function manifestActivities({ store, manifests, signingKey }: ActivityDependencies) {
  return {
    keepDecisions({ decisions, earlier }: ActivityInput<'keepDecisions'>): Promise<{ digest: string }> {
      return untilStored(() => putDecisions(store, decisions, earlier));
    },

    keepRollback(ended: ActivityInput<'keepRollback'>): Promise<{ key: string }> {
      return untilStored(() => manifests.put(rollbackManifest(ended, packageVersion()), signingKey));
    },

    keepManifest({ input, record, runId, end }: ActivityInput<'keepManifest'>): Promise<{ key: string }> {
      return untilStored(async () => {
        const earlier = await getDecisions(store, record.earlierDecisions?.digest ?? null);
        const ended = { ...record, decisions: [...earlier, ...record.decisions] };
        finish(ended, end.state, end.problem, end.at);
        const version = packageVersion();
        const manifest = releaseManifest({ input, record: ended, runId, endedAt: end.at, version });
        return manifests.put(manifest, signingKey);
      });
    },
  };
}

/** No person is there to fix a store and choose "retry", so a failure is retried until the timeout. */
async function untilStored<Result>(keep: () => Promise<Result>): Promise<Result> {
  try {
    return await keep();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw ApplicationFailure.create({ type: 'Retryable', message: error.message, cause: error });
  }
}
