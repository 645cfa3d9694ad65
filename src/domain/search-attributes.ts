/** The search attributes and the Markdown summary by which Temporal's own lists and pages show a release. */
import {
  defineSearchAttributeKey,
  type SearchAttributePair,
  type SearchAttributeUpdatePair,
} from '@temporalio/common';
import type { ReleaseStatus } from './release/status';
import { type StageState, stepLabel } from './release/stages';
import { counted } from './text/counted';

export const searchAttributeKeys = {
  project: defineSearchAttributeKey('LocreleaseProject', 'KEYWORD'),
  state: defineSearchAttributeKey('LocreleaseState', 'KEYWORD'),
  stage: defineSearchAttributeKey('LocreleaseStage', 'KEYWORD'),
  waiting: defineSearchAttributeKey('LocreleaseWaiting', 'KEYWORD'),
  waitingSince: defineSearchAttributeKey('LocreleaseWaitingSince', 'DATETIME'),
} as const;

export const searchAttributeTypes: Readonly<Record<string, 'Keyword' | 'Datetime'>> = Object.fromEntries(
  Object.values(searchAttributeKeys).map(({ name, type }) => [
    name,
    type === 'DATETIME' ? 'Datetime' : 'Keyword',
  ]),
);

export const searchAttributeNames = Object.keys(searchAttributeTypes);

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

/** Clears what the release no longer has: an attribute that is not sent would keep its old value. */
export function relistedAs(status: ReleaseStatus): SearchAttributeUpdatePair[] {
  const isOver = status.waitingFor === null;
  return [...listedAs(status), ...(isOver ? [{ key: searchAttributeKeys.waitingSince, value: null }] : [])];
}

const marks: Record<StageState, string> = {
  pending: '·',
  running: '▶',
  waiting: '⏸',
  done: '✓',
  skipped: '–',
  failed: '✗',
};

export function summaryOf(status: ReleaseStatus): string {
  const lines = [
    `**${status.id}** is ${status.state}`,
    status.stages.map(({ name, state }) => `${marks[state]} ${name}`).join(' → '),
  ];
  if (status.waitingFor?.kind === 'terms') {
    const due = status.waitingFor.dueAt === null ? '' : `, due ${status.waitingFor.dueAt}`;
    lines.push(
      `Waits for an operator to confirm ${counted(status.terms?.total ?? 0, 'term')} since ${status.waitingFor.since}${due}`,
    );
  }
  if (status.progress !== null) {
    const { step, stepIndex, rowsDone, rowsTotal } = status.progress;
    lines.push(`${stepLabel(step, stepIndex)}: ${rowsDone} of ${rowsTotal} rows`);
  }
  if (status.problem !== null) lines.push(`${status.problem.code}: ${status.problem.message}`);
  return lines.join('\n\n');
}
