/** What earlier releases tell of this one, while it is under way. */
import { endedStates } from '../../src/domain/release-states';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { api, type ReleaseName } from '../api';
import { useResource } from '../resource';
import type { Past } from './stage-scale';

/** Of a release that has ended nothing is estimated, and nothing asked for. */
export function usePast(release: ReleaseName, { status, plan }: ReleaseDetails): Past {
  const isUnderWay = !endedStates.has(status.state);
  const answer = useResource(`${status.id} ${isUnderWay}`, () =>
    isUnderWay ? api.past(release) : Promise.resolve([]),
  );
  return {
    past: answer.value.value ?? [],
    rows: plan.strings === null ? null : Math.max(1, plan.strings * plan.targetLanguages.length),
  };
}
