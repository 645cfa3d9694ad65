import { defineSearchAttributeKey, type SearchAttributePair } from '@temporalio/common';
import type { ReleaseStatus } from './status';

/** By these a release is found in Temporal; all of them are keywords. */
export const searchAttributeKeys = {
  project: defineSearchAttributeKey('LocreleaseProject', 'KEYWORD'),
  state: defineSearchAttributeKey('LocreleaseState', 'KEYWORD'),
  stage: defineSearchAttributeKey('LocreleaseStage', 'KEYWORD'),
  waiting: defineSearchAttributeKey('LocreleaseWaiting', 'KEYWORD'),
  waitingSince: defineSearchAttributeKey('LocreleaseWaitingSince', 'KEYWORD'),
} as const;

export const searchAttributeNames = Object.values(searchAttributeKeys).map(({ name }) => name);

/** What lists have of a release. */
export function listedAs({ project, state, stage, waitingFor, hold }: ReleaseStatus): SearchAttributePair[] {
  return [
    { key: searchAttributeKeys.project, value: project },
    { key: searchAttributeKeys.state, value: state },
    { key: searchAttributeKeys.stage, value: stage ?? 'none' },
    { key: searchAttributeKeys.waiting, value: waitingFor?.kind ?? hold?.why ?? 'none' },
    { key: searchAttributeKeys.waitingSince, value: waitingFor?.since ?? 'none' },
  ];
}
