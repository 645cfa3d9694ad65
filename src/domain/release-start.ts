/** How a release is started, whoever starts it: a person, a schedule, or somebody who adds languages to one that has ended. */
import { releaseId, releaseWorkflowId } from './identity';
import type { ReleaseInput } from './release-input';
import type { ReleaseRecord } from './release-record';
import { searchAttributeKeys } from './search-attributes';

export const releaseWorkflowType = 'localizationRelease';

/** `continued`: what an earlier run of it left. */
export function releaseStart(input: ReleaseInput, continued?: ReleaseRecord) {
  const { spec } = input;
  return {
    workflowId: releaseWorkflowId(spec),
    args: (continued === undefined ? [input] : [input, continued]) as [ReleaseInput, ReleaseRecord?],
    typedSearchAttributes: [
      { key: searchAttributeKeys.project, value: spec.project },
      { key: searchAttributeKeys.state, value: 'running' },
    ],
    staticSummary: `${releaseId(spec)}: ${spec.targetLanguages.join(', ')}`,
  };
}
