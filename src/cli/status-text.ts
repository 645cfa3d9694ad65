/** A release's status for a person at a terminal. */
import type { StageState } from '../release/stages';
import type { Progress, ReleaseStatus } from '../release/status';
import { durationText } from '../release/duration-text';

const marks: Record<StageState, string> = {
  pending: '·',
  running: '▸',
  waiting: '…',
  done: '✓',
  skipped: '–',
  failed: '✗',
};

export function statusText(status: ReleaseStatus): string {
  const lines = [`${status.id}  ${status.state}`, ''];
  for (const { name, state, startedAt, endedAt } of status.stages) {
    const took =
      startedAt !== null && endedAt !== null ? durationText(Date.parse(endedAt) - Date.parse(startedAt)) : '';
    lines.push(`  ${marks[state]} ${name.padEnd(11)} ${state.padEnd(8)} ${took}`.trimEnd());
  }
  lines.push(...details(status));
  if (status.problem !== null) lines.push('', `${status.problem.code}: ${status.problem.message}`);
  const next = nextStep(status);
  if (next !== null) lines.push('', next);
  return lines.join('\n');
}

/** The sub-step that a translation is in, for one line. */
export function stepText(progress: Progress | null): string {
  const { step = '', stepIndex = null } = progress ?? {};
  return stepIndex === null ? '' : `${step} (${stepIndex} of 7)`;
}

function details(status: ReleaseStatus): string[] {
  const lines: string[] = [];
  const { progress, waitingFor, terms, announcement } = status;
  if (progress !== null && status.state === 'running') {
    const place = progress.stepIndex === null ? '' : ` (${progress.stepIndex} of 7)`;
    lines.push('', `${progress.step}${place}: ${progress.rowsDone} of ${progress.rowsTotal} rows`);
  }
  if (waitingFor?.kind === 'terms') {
    lines.push('', `waits for an operator: ${terms?.total ?? 0} terms, due ${waitingFor.dueAt ?? 'never'}`);
  }
  for (const file of status.export?.files ?? []) {
    lines.push(
      '',
      `file  ${file.path}  ${file.languages.join(', ')}  ${file.bytes} bytes  sha256 ${file.sha256}`,
    );
  }
  for (const { accountId, platform, status: state, errorCode } of announcement?.targets ?? []) {
    lines.push(
      `post  ${accountId} (${platform ?? '?'})  ${state}${errorCode === null ? '' : `  ${errorCode}`}`,
    );
  }
  return lines;
}

function nextStep({ id, state, waitingFor }: ReleaseStatus): string | null {
  if (waitingFor?.kind === 'terms')
    return `next: locrelease terms list ${id}, then locrelease terms confirm ${id}`;
  if (state === 'parked') return `next: locrelease resolve ${id} retry|skip|abort`;
  if (state === 'partial') return `next: locrelease resolve ${id} retry`;
  return null;
}
