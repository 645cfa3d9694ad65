/** How a release is started, whoever starts it: a person, a schedule, or somebody who adds languages to one that has ended. */
import { NIGHTLY } from './four-eyes';
import { releaseId, releaseWorkflowId } from './identity';
import type { ReleaseInput } from './release-input';
import type { ReleaseRecord } from './release-record';
import { priorityOf } from './priority';
import { searchAttributeKeys } from './search-attributes';
import type { StageName } from './stages';

export const releaseWorkflowType = 'localizationRelease';

/** Under which name a run that continues an ended release keeps when that was started. */
export const STARTED_MEMO = 'startedAt';

const firstStage = [
  { key: searchAttributeKeys.stage, value: 'create' satisfies StageName },
  { key: searchAttributeKeys.waiting, value: 'none' },
  { key: searchAttributeKeys.waitingSince, value: 'none' },
];

/** `continued`: what an earlier run of it left. */
export function releaseStart(input: ReleaseInput, continued?: ReleaseRecord) {
  const { spec } = input;
  const startedAt = continued?.stages[0]?.startedAt ?? null;
  return {
    workflowId: releaseWorkflowId(spec),
    args: (continued === undefined ? [input] : [input, continued]) as [ReleaseInput, ReleaseRecord?],
    typedSearchAttributes: [
      { key: searchAttributeKeys.project, value: spec.project },
      { key: searchAttributeKeys.state, value: 'running' },
      // A list has all of it then, and the release itself has nothing to add until that changes.
      ...(continued === undefined ? firstStage : []),
    ],
    priority: priorityOf(spec.project, input.startedBy === NIGHTLY ? 'night' : 'day'),
    // Of a release that goes on after its end, the run has begun later than the release.
    ...(startedAt !== null && { memo: { [STARTED_MEMO]: startedAt } }),
    staticSummary: `${releaseId(spec)}: ${spec.targetLanguages.join(', ')}`,
  };
}
