/** The start options of a release, whether a person, a schedule or an addition of languages starts it. */
import { NIGHTLY } from '../review/four-eyes';
import { releaseId, releaseWorkflowId } from './identity';
import type { ReleaseInput } from './release-input';
import { newRecord, statusOf, type ReleaseRecord } from './release-record';
import { priorityOf } from '../priority';
import { listedAs } from '../search-attributes';

export const releaseWorkflowType = 'localizationRelease';

/** The status in the memo can be read without a worker. */
export const STATUS_MEMO = 'status';
/** The four-eyes rule needs the person who started the release, who may not confirm its terms. */
export const STARTED_BY_MEMO = 'startedBy';
export const BRANCH_MEMO = 'branch';

export const originMemo = ({ startedBy, branch }: ReleaseInput): Record<string, string | null> => ({
  [STARTED_BY_MEMO]: startedBy,
  [BRANCH_MEMO]: branch ?? null,
});

/** `continued` is the record of an earlier run. */
export function releaseStart(input: ReleaseInput, continued?: ReleaseRecord) {
  const { spec } = input;
  // This status shows until a worker has taken up the release.
  const status = statusOf(spec, continued ?? newRecord(input, ''));
  return {
    workflowId: releaseWorkflowId(spec),
    args: (continued === undefined ? [input] : [input, continued]) as [ReleaseInput, ReleaseRecord?],
    typedSearchAttributes: listedAs(status),
    memo: { [STATUS_MEMO]: status, ...originMemo(input) },
    priority: priorityOf(spec.project, input.startedBy === NIGHTLY ? 'night' : 'day'),
    staticSummary: `${releaseId(spec)}: ${spec.targetLanguages.join(', ')}`,
  };
}
