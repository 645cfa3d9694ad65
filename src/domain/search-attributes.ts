import { defineSearchAttributeKey } from '@temporalio/common';

/** By these a release is found in Temporal; all of them are keywords. */
export const searchAttributeKeys = {
  project: defineSearchAttributeKey('LocreleaseProject', 'KEYWORD'),
  state: defineSearchAttributeKey('LocreleaseState', 'KEYWORD'),
  stage: defineSearchAttributeKey('LocreleaseStage', 'KEYWORD'),
  waiting: defineSearchAttributeKey('LocreleaseWaiting', 'KEYWORD'),
  waitingSince: defineSearchAttributeKey('LocreleaseWaitingSince', 'KEYWORD'),
} as const;

export const searchAttributeNames = Object.values(searchAttributeKeys).map(({ name }) => name);
