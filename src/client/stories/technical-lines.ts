/** The technical lines of a story: one for each call and message, and one for all checks of a wait. */
import { callWords } from '../../domain/problems/call-words';
import { counted } from '../../domain/text/counted';
import { durationText } from '../../domain/text/duration';
import { capitalized } from '../../domain/text/sentence';
import { oneLine } from '../../domain/text/visible-text';
import type { StoryLine } from '../../protocol/console-api';
import { describeMessage } from './describe-message';
import type { CallEntry, MessageEntry, StoryEntry, WaitEntry } from './story-from-history';

type Step = CallEntry | WaitEntry | MessageEntry;

const MOST_FAILURE = 2000;

export function technicalLines(story: readonly StoryEntry[]): StoryLine[] {
  let stage: string | null = null;
  const groups: Group[] = [];
  let waitedFor: string | null = null;
  for (const entry of story) {
    if (entry.kind === 'stage') ({ stage } = entry);
    if (entry.kind === 'stage' || entry.kind === 'start' || entry.kind === 'end') continue;
    const group = groups.at(-1);
    const belongs = entry.kind === 'wait' ? entry.for === waitedFor : isRead(entry) || isCallback(entry);
    if (group?.stage === stage && waitedFor !== null && belongs) {
      group.steps.push(entry);
      continue;
    }
    groups.push({ steps: [entry], stage });
    waitedFor = entry.kind === 'wait' ? entry.for : null;
  }
  return groups.map(({ steps: [first, ...more], stage: at }) => lineOf(first, more, at));
}

/** The steps of one wait: its timers, the callbacks that cut them short, and the checks after each. */
interface Group {
  steps: [Step, ...Step[]];
  stage: string | null;
}

const isRead = (entry: Step): boolean =>
  entry.kind === 'call' &&
  /^read|^lookFor/.test(entry.call) &&
  entry.outcome === 'done' &&
  entry.attempts === 1;

const isCallback = (entry: Step): boolean => entry.kind === 'message' && entry.message === 'callback';

function lineOf(first: Step, more: readonly Step[], stage: string | null): StoryLine {
  const { at, kind } = first;
  const line = { at, kind, stage, until: null, technical: true };
  if (first.kind !== 'wait' || more.length === 0)
    return { ...line, text: words(first), outcome: first.outcome };
  const waits = [first, ...more].filter((entry) => entry.kind === 'wait');
  const counts = [
    [more.filter(isRead).length, 'check'],
    [more.filter(isCallback).length, 'callback'],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => counted(count, word));
  const tookMs = waits.reduce((sum, wait) => sum + (wait.tookMs ?? 0), 0);
  const text = `${subject(first)}: ${[durationText(tookMs), ...parts].join(', ')}`;
  return { ...line, text, outcome: waits.at(-1)?.outcome ?? null };
}

function words(step: Step): string {
  if (step.kind === 'call') return callText(step);
  return step.kind === 'wait' ? waitText(step) : messageText(step);
}

function callText({ call, outcome, attempts, tookMs, failure, traceId }: CallEntry): string {
  const took = tookMs === null ? '' : ` in ${durationText(tookMs)}`;
  const tries = attempts > 1 ? `, attempt ${attempts}` : '';
  const trace = traceId === null ? '' : ` (${traceId})`;
  const why =
    failure === null
      ? ''
      : `: ${outcome === 'done' ? 'the attempt before failed: ' : ''}${oneLine(failure, MOST_FAILURE)}`;
  return `${capitalized(callWords(call))}: ${outcome === 'open' ? 'under way' : outcome}${took}${tries}${trace}${why}`;
}

function waitText(wait: WaitEntry): string {
  const { plannedMs, outcome, tookMs } = wait;
  const how = {
    over: durationText(plannedMs),
    'cut short': `${durationText(tookMs ?? 0)} of ${durationText(plannedMs)}, ended early`,
    open: `for ${durationText(plannedMs)}`,
  };
  return `${subject(wait)}: ${how[outcome]}`;
}

function messageText({ message, by, details, outcome, at }: MessageEntry): string {
  const ended = outcome === 'done' ? '' : `, ${outcome}`;
  if (message === 'callback') return `callback ${String(details.event)}${ended}`;
  const action = describeMessage(message, details, at) ?? `asked to ${callWords(message)}`;
  return `${by ?? 'Somebody'} ${action}${ended}`;
}

/** The subject of a wait without the time of its next check. */
const subject = (wait: WaitEntry): string => wait.for.replace(/: next (look|check).*$/, '');
