/** How a release is started, by a person, by a schedule, or by somebody who adds languages to an ended one. */
import { NIGHTLY } from '../review/four-eyes';
import { releaseId, releaseWorkflowId } from './identity';
import type { ReleaseInput } from './release-input';
import { newRecord, statusOf, type ReleaseRecord } from './release-record';
import { priorityOf } from '../worker-roles';
import { listedAs } from '../search-attributes';

export const releaseWorkflowType = 'localizationRelease';

/** The memo in which a release stores its status, so that it can be read without a worker. */
export const STATUS_MEMO = 'status';
/** And who started it, who may be the one that must not confirm its terms. */
export const STARTED_BY_MEMO = 'startedBy';
/** And which branch its files come from, where that is known. */
export const BRANCH_MEMO = 'branch';

/** `continued`: what an earlier run of it left. */
export function releaseStart(input: ReleaseInput, continued?: ReleaseRecord) {
  const { spec } = input;
  // The status until a worker has taken the release up.
  const status = statusOf(spec, continued ?? newRecord(input, ''));
  return {
    workflowId: releaseWorkflowId(spec),
    args: (continued === undefined ? [input] : [input, continued]) as [ReleaseInput, ReleaseRecord?],
    typedSearchAttributes: listedAs(status),
    memo: { [STATUS_MEMO]: status, [STARTED_BY_MEMO]: input.startedBy, [BRANCH_MEMO]: input.branch ?? null },
    priority: priorityOf(spec.project, input.startedBy === NIGHTLY ? 'night' : 'day'),
    staticSummary: `${releaseId(spec)}: ${spec.targetLanguages.join(', ')}`,
  };
}
