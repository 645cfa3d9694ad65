/** A release in a few lines of Markdown, for a person who looks at it in Temporal's own pages. */
import type { StageState } from './stages';
import type { ReleaseStatus } from './status';
import { stepLabel } from './translate-steps';
import { counted } from './counted';

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
