import { callWords } from '../../domain/problems/call-words';
import { durationText } from '../../domain/text/duration';
import { fileNote } from '../../domain/release/export-rules';
import { rowsText } from '../../domain/release/time-left';
import { reasonsOf } from '../../domain/problems/choices';
import { accountName, causeText, failedAccounts } from '../../domain/problems/failed-account';
import { dueWords } from '../../domain/problems/call-and-end-problems';
import type { Form } from '../../domain/problems/problem';
import { textOf } from '../../domain/problems/problem-catalogue';
import { sentence } from '../../domain/text/sentence';
import { resolveActions, type StageState, stepLabel } from '../../domain/release/stages';
import type { ExportedFile, Progress, ReleaseView, Stage } from '../../domain/release/status';
import { counted } from '../../domain/text/counted';
import type { Terminal } from '../terminal/terminal';
import { joinedText, terminalForm } from '../terminal/terminal-form';

const stageMarks: Readonly<Record<StageState, string>> = {
  pending: '·',
  running: '▸',
  waiting: '…',
  done: '✓',
  skipped: '–',
  failed: '✗',
};

export const ARCHIVED_NOTE = 'From the archive: Temporal has forgotten this release.';

export function statusText(status: ReleaseView, nowMs = Date.now()): string {
  const commands = nextCommands(status);
  return joinedText(
    '\n\n',
    `${status.id}  ${status.state}`,
    status.archived && ARCHIVED_NOTE,
    status.stages.map((stage) => stageLine(stage, nowMs)).join('\n'),
    joinedText('\n', progressText(status), workerText(status), retryText(status, nowMs)),
    fileLines(status),
    targetLines(status).join('\n'),
    status.warnings.map((warning) => `Warning: ${warning}`).join('\n'),
    ...reasonTexts(status, nowMs),
    choicesText(status),
    commands.length > 0 && `Next: ${commands.join(', then ')}`,
  );
}

export function reasonTexts(status: ReleaseView, nowMs: number): string[] {
  const { problem, facts } = status;
  const form = terminalForm(nowMs);
  const texts = reasonsOf({ ...status, problem: problem && { ...problem, facts } }).map((reason) => {
    const text = textOf(reason, form);
    return reason.code === problem?.code
      ? [`${reason.code}: ${text}`, ...problem.traceIds.map((id) => `Trace id: ${id}`)].join('\n')
      : text;
  });
  return [...texts, ...decisionTexts(status, form)];
}

function decisionTexts({ waitingFor }: ReleaseView, { time }: Form): string[] {
  if (waitingFor?.kind !== 'decision') return [];
  const { since, dueAt, onDue } = waitingFor;
  const due = dueAt === null || onDue === undefined ? '' : `, until ${time(dueAt)}; then ${dueWords[onDue]}`;
  return [`It waits for a person's decision since ${time(since)}${due}.`];
}

function choicesText({ choices }: ReleaseView): string {
  const width = Math.max(...choices.map(({ action }) => action.length));
  return choices
    .map(({ action, label, consequence }) => `  ${action.padEnd(width)}  ${label}. ${consequence}`)
    .join('\n');
}

export function statusLine(status: ReleaseView, nowMs = Date.now()): string {
  const { id, state, stage } = status;
  const place = stage === null ? `${id} ${state}` : `${id} ${state}, ${stage}`;
  const reasons = reasonTexts(status, nowMs).map((text) => text.split('\n')[0] ?? '');
  return [place, progressText(status), ...reasons, workerText(status), retryText(status, nowMs)]
    .filter((text) => text !== '')
    .reduce((line, text) => `${line}${/[.!?]$/.test(line) ? '' : ':'} ${text}`);
}

export function stepText(progress: Progress | null): string {
  const { step = '', stepIndex = null } = progress ?? {};
  return stepIndex === null ? '' : stepLabel(step, stepIndex);
}

export function progressText({ state, stage, progress }: ReleaseView): string {
  if (progress === null || state !== 'running') return '';
  return joinedText(', ', stepText(progress) || progress.step, rowsText(stage, progress));
}

/** Why no worker continues it; empty when one does. */
export function workerText({ worker, workerProblem }: Pick<ReleaseView, 'worker' | 'workerProblem'>): string {
  if (workerProblem === null || worker === 'present') return workerProblem ?? '';
  return `${workerProblem} The status shown is from its history.`;
}

export function retryText({ retrying }: ReleaseView, nowMs: number): string {
  if (retrying === null) return '';
  const { call, attempt, since, nextAt, until, cause } = retrying;
  const { time } = terminalForm(nowMs);
  const next = nextAt === null ? 'under way' : `at ${time(nextAt)}`;
  const last = until ? ` It is given up at ${time(until)} at the latest.` : '';
  return `It has been trying to ${callWords(call)} since ${time(since)}. ${counted(attempt - 1, 'attempt')} failed. The next one is ${next}.${last} ${sentence(cause)}`;
}

export function stageLine(stage: Stage, nowMs: number): string {
  const { name, state, note } = stage;
  const line = `  ${stageMarks[state]} ${name.padEnd(11)} ${state.padEnd(8)} ${stageTime(stage, nowMs)}`;
  return note === undefined ? line.trimEnd() : `${line.padEnd(34)} ${note}`;
}

function stageTime({ state, startedAt, endedAt }: Stage, nowMs: number): string {
  const isOpen = state === 'running' || state === 'waiting';
  const untilMs = endedAt === null ? (isOpen ? nowMs : null) : Date.parse(endedAt);
  return startedAt === null || untilMs === null
    ? ''
    : durationText(Math.max(0, untilMs - Date.parse(startedAt)));
}

/** "locrelease files" shows the rest, and all checksums. */
const MOST_FILES = 5;

function fileLines({ id, export: exported }: ReleaseView): string {
  const lines = (exported?.files ?? []).map(fileLine);
  const more = lines.length - MOST_FILES;
  if (more <= 1) return lines.join('\n');
  return [...lines.slice(0, MOST_FILES), `and ${more} more: locrelease files ${id}`].join('\n');
}

function fileLine(file: ExportedFile): string {
  const { path, languages, bytes } = file;
  return joinedText('  ', 'file', path, languages.join(', '), fileNote(file), `${bytes} bytes`);
}

export function targetLines({ announcement }: ReleaseView): string[] {
  return (announcement?.targets ?? []).map((target) => {
    const { accountId, platform, status, link = null, text } = target;
    const [failed] = failedAccounts([target]);
    return joinedText(
      '  ',
      'post',
      accountName({ id: accountId, platform: platform ?? '', handle: target.handle }),
      status,
      failed && causeText(failed),
      link,
      text !== undefined && JSON.stringify(text),
    );
  });
}

export function nextCommands({ id, choices }: ReleaseView): string[] {
  const resolve = choices.map(({ action }) => action).filter((action) => isResolveAction(action));
  const has = (wanted: string): boolean => choices.some(({ action }) => action === wanted);
  return [
    ...(resolve.length === 0 ? [] : [`locrelease resolve ${id} ${resolve.join('|')}`]),
    ...(has('resume') ? [`locrelease resume ${id}`] : []),
    ...(has('confirm') && !has('resume')
      ? [`locrelease terms list ${id}`, `locrelease terms confirm ${id}`]
      : []),
  ];
}

const isResolveAction = (action: string): boolean => resolveActions.some((one) => one === action);

export function report(terminal: Terminal, status: ReleaseView, link: string, isLinkShown = false): void {
  const page = isLinkShown ? '' : `\n\nSee it at: ${link}`;
  terminal.data(
    { ...status, link },
    (shown) => statusText({ ...shown, warnings: terminal.unprinted(shown.warnings) }) + page,
  );
}
