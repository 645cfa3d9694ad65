import {
  defineSearchAttributeKey,
  type SearchAttributePair,
  type SearchAttributeUpdatePair,
} from '@temporalio/common';
import type { ReleaseStatus } from './status';

/** By these a release is found in Temporal. */
export const searchAttributeKeys = {
  project: defineSearchAttributeKey('LocreleaseProject', 'KEYWORD'),
  state: defineSearchAttributeKey('LocreleaseState', 'KEYWORD'),
  stage: defineSearchAttributeKey('LocreleaseStage', 'KEYWORD'),
  waiting: defineSearchAttributeKey('LocreleaseWaiting', 'KEYWORD'),
  waitingSince: defineSearchAttributeKey('LocreleaseWaitingSince', 'DATETIME'),
} as const;

/** As a server is told of them. */
export const searchAttributeTypes: Readonly<Record<string, 'Keyword' | 'Datetime'>> = Object.fromEntries(
  Object.values(searchAttributeKeys).map(({ name, type }) => [
    name,
    type === 'DATETIME' ? 'Datetime' : 'Keyword',
  ]),
);

export const searchAttributeNames = Object.keys(searchAttributeTypes);

/** What lists have of a release. */
export function listedAs({ project, state, stage, waitingFor, hold }: ReleaseStatus): SearchAttributePair[] {
  return [
    { key: searchAttributeKeys.project, value: project },
    { key: searchAttributeKeys.state, value: state },
    { key: searchAttributeKeys.stage, value: stage ?? 'none' },
    { key: searchAttributeKeys.waiting, value: waitingFor?.kind ?? hold?.why ?? 'none' },
    ...(waitingFor === null
      ? []
      : [{ key: searchAttributeKeys.waitingSince, value: new Date(waitingFor.since) }]),
  ];
}

/** The same of one that is listed already: nothing of before stays. */
export function relistedAs(status: ReleaseStatus): SearchAttributeUpdatePair[] {
  const isOver = status.waitingFor === null;
  return [...listedAs(status), ...(isOver ? [{ key: searchAttributeKeys.waitingSince, value: null }] : [])];
}
