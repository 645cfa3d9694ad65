/** A release's status for a person at a terminal. */
import { callWords } from '../domain/call-words';
import { durationText } from '../domain/duration';
import { fileNote } from '../domain/file-note';
import { rowsText } from '../domain/release-part';
import { capitalized, sentence } from '../domain/sentence';
import { stepLabel } from '../domain/translate-steps';
import type { StageState } from '../domain/stages';
import type { ExportedFile, Progress, ReleaseView, Stage } from '../domain/status';
import { counted } from '../domain/counted';
import type { Terminal } from './terminal';

export const stageMarks: Readonly<Record<StageState, string>> = {
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
  return [
    `${status.id}  ${status.state}`,
    status.archived ? ARCHIVED_NOTE : '',
    status.stages.map((stage) => stageLine(stage, nowMs)).join('\n'),
    [progressText(status), waitSentence(status, nowMs), ...troubleTexts(status, nowMs)]
      .filter((text) => text !== '')
      .join('\n'),
    fileLines(status),
    (status.announcement?.targets ?? []).map(targetLine).join('\n'),
    status.warnings.map((warning) => `Warning: ${warning}`).join('\n'),
    problemText(status),
    commands.length === 0 ? '' : `Next: ${commands.join(', then ')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function problemText({ problem }: ReleaseView): string {
  if (problem === null) return '';
  const { code, message, traceIds } = problem;
  return [`${code}: ${message}`, ...traceIds.map((id) => `Trace id: ${id}`)].join('\n');
}

/** The same in one line, for a log. */
export function statusLine(status: ReleaseView, nowMs = Date.now()): string {
  const { id, state, stage } = status;
  const place = stage === null ? `${id} ${state}` : `${id} ${state}, ${stage}`;
  return [place, progressText(status), waitText(status, nowMs), ...troubleTexts(status, nowMs)]
    .filter((text) => text !== '')
    .join(': ');
}

/** The sub-step that a translation is in. */
export function stepText(progress: Progress | null): string {
  const { step = '', stepIndex = null } = progress ?? {};
  return stepIndex === null ? '' : stepLabel(step, stepIndex);
}

/** `translateBatch (4 of 7), 10 of 40 rows` */
function progressText({ state, stage, progress }: ReleaseView): string {
  if (progress === null || state !== 'running') return '';
  return [stepText(progress) || progress.step, rowsText(stage, progress)]
    .filter((part) => part !== '')
    .join(', ');
}

/** Why nobody goes on with it; empty: somebody does. */
export function workerText({ worker, workerProblem }: Pick<ReleaseView, 'worker' | 'workerProblem'>): string {
  if (workerProblem === null || worker === 'present') return workerProblem ?? '';
  return `${workerProblem} The status shown is from its history.`;
}

/** Why it does not go on, though it has not ended. */
function troubleTexts({ retrying, ...view }: ReleaseView, nowMs: number): string[] {
  const trouble = workerText(view);
  const texts = trouble === '' ? [] : [trouble];
  if (retrying === null) return texts;
  const { call, attempt, since, nextAt, until, cause } = retrying;
  const next = nextAt === null ? 'under way' : `at ${momentText(nextAt, nowMs)}`;
  const tried = attempt - 1;
  const last = until ? ` It is tried until ${momentText(until, nowMs)}.` : '';
  return [
    ...texts,
    `It has been trying to ${callWords(call)} since ${since}. ${counted(tried, 'attempt')} failed. The next one is ${next}.${last} ${sentence(cause)}`,
  ];
}

export function waitSentence(status: ReleaseView, nowMs: number): string {
  const text = waitText(status, nowMs);
  return text === '' ? '' : capitalized(sentence(text));
}

/** What is waited for, and until when. */
function waitText(view: ReleaseView, nowMs: number): string {
  const { paused } = view;
  const waits = whatIsWaitedFor(view, nowMs);
  if (paused === null) return waits;
  const who = `paused by ${paused.by}${paused.why === null ? '' : ` (${paused.why})`}`;
  return waits === '' ? who : `${who}, ${waits}`;
}

/** The deadline of a review stands still in a pause. */
function whatIsWaitedFor({ hold, waitingFor, terms, paused }: ReleaseView, nowMs: number): string {
  if (hold !== null) {
    const { why, until, of } = hold;
    const whose = of === undefined || of === null ? '' : ` (${of})`;
    return `${holdWords[why]}${whose}${until === null ? '' : `, until ${momentText(until, nowMs)}`}`;
  }
  if (waitingFor === null) return '';
  const isReview = waitingFor.kind === 'terms';
  const what = isReview
    ? `an operator to confirm ${terms === null ? 'the terms' : counted(terms.total, 'term')}`
    : "a person's decision";
  const { since, onDue } = waitingFor;
  const dueAt = isReview && paused !== null ? null : waitingFor.dueAt;
  const until = dueAt === null ? '' : `, until ${momentText(dueAt, nowMs)}`;
  const after = dueAt === null || onDue === undefined ? '' : `; then ${dueWords[onDue]}`;
  const waited = durationText(Math.max(0, nowMs - Date.parse(since)));
  return `waiting for ${what} (${waited} so far)${until}${after}`;
}

const holdWords: Readonly<Record<NonNullable<ReleaseView['hold']>['why'], string>> = {
  announcement_time: 'waiting for the time of its announcement',
  quiet_hours: 'waiting for the end of quiet hours with its announcement',
  daily_cap: 'waiting because the daily cap is reached',
  publish_turn: 'waiting for another release of the project to publish',
};

const dueWords: Readonly<Record<NonNullable<NonNullable<ReleaseView['waitingFor']>['onDue']>, string>> = {
  reject: 'the terms are rejected and the release ends',
  confirm: 'the terms are confirmed as they are',
  end: 'the release ends as it is',
};

function momentText(at: string, nowMs: number): string {
  const leftMs = Date.parse(at) - nowMs;
  return leftMs > 0 ? `${at} (in ${durationText(leftMs)})` : at;
}

function stageLine(stage: Stage, nowMs: number): string {
  const { name, state, note } = stage;
  const line = `  ${stageMarks[state]} ${name.padEnd(11)} ${state.padEnd(8)} ${stageTime(stage, nowMs)}`;
  return note === undefined ? line.trimEnd() : `${line.padEnd(34)} ${note}`;
}

/** How long it took, or has taken so far. */
export function stageTime({ state, startedAt, endedAt }: Stage, nowMs: number): string {
  const isOpen = state === 'running' || state === 'waiting';
  const untilMs = endedAt === null ? (isOpen ? nowMs : null) : Date.parse(endedAt);
  return startedAt === null || untilMs === null
    ? ''
    : durationText(Math.max(0, untilMs - Date.parse(startedAt)));
}

type Target = NonNullable<ReleaseView['announcement']>['targets'][number];

/** The rest, and all checksums, are for "locrelease files". */
const MOST_FILES = 5;

function fileLines({ id, export: exported }: ReleaseView): string {
  const lines = (exported?.files ?? []).map(fileLine);
  const more = lines.length - MOST_FILES;
  if (more <= 1) return lines.join('\n');
  return [...lines.slice(0, MOST_FILES), `and ${more} more: locrelease files ${id}`].join('\n');
}

function fileLine(file: ExportedFile): string {
  const { path, languages, bytes } = file;
  return ['file', path, languages.join(', '), fileNote(file), `${bytes} bytes`]
    .filter((cell) => cell !== '')
    .join('  ');
}

function targetLine({ accountId, platform, status, errorCode, message, link, text }: Target): string {
  const said = text === undefined ? null : JSON.stringify(text);
  return ['post', `${accountId} (${platform ?? '?'})`, status, errorCode, message, link ?? null, said]
    .filter((cell) => cell !== null)
    .join('  ');
}

/** What a person can do about it now, one after the other. */
export function nextCommands({ id, waitingFor, problem, paused }: ReleaseView): string[] {
  const { actions = [] } = problem ?? {};
  const resolve = actions.length === 0 ? [] : [`locrelease resolve ${id} ${actions.join('|')}`];
  if (paused !== null) return [...resolve, `locrelease resume ${id}`];
  return waitingFor?.kind === 'terms'
    ? [`locrelease terms list ${id}`, `locrelease terms confirm ${id}`]
    : resolve;
}

export function report(terminal: Terminal, status: ReleaseView, link: string | null = null): void {
  if (link === null) terminal.data(status, (shown) => statusText(shown));
  else terminal.data({ ...status, link }, (shown) => `${statusText(shown)}\n\nSee it at: ${link}`);
}
