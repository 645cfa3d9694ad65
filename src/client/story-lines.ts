/** A release's story in words: one line for each thing, and one for all the looks of a wait. */
import { durationText } from '../domain/duration';
import type { CallEntry, MessageEntry, StageEntry, StartEntry, StoryEntry, WaitEntry } from './story';

export interface StoryLine {
  at: string;
  kind: StoryEntry['kind'];
  text: string;
  /** How a call, a wait or a message came out; `open`: not yet. */
  outcome: string | null;
}

/** Of a message's details: hundreds of term ids tell nobody anything. */
const MOST_DETAILS = 200;

export function storyLines(story: readonly StoryEntry[]): StoryLine[] {
  // The end says the same once more.
  const told = story.filter(
    (entry) => entry.kind !== 'stage' || entry.stage !== null || entry.waitingFor !== null,
  );
  return fold(told).flatMap((entries) => (entries.length === 1 ? entries.map(lineOf) : looksLine(entries)));
}

/** Puts together what belongs to one wait: its timers, the callbacks that cut them short, and the looks after each. */
function fold(story: readonly StoryEntry[]): StoryEntry[][] {
  const groups: StoryEntry[][] = [];
  let waitedFor: string | null = null;
  for (const entry of story) {
    const group = groups.at(-1);
    const belongs = entry.kind === 'wait' ? entry.for === waitedFor : isLook(entry) || isCallback(entry);
    if (group !== undefined && waitedFor !== null && belongs) {
      group.push(entry);
      continue;
    }
    groups.push([entry]);
    waitedFor = entry.kind === 'wait' ? entry.for : null;
  }
  return groups;
}

const isLook = (entry: StoryEntry): boolean =>
  entry.kind === 'call' &&
  /^read|^lookFor/.test(entry.call) &&
  entry.outcome === 'done' &&
  entry.attempts === 1;

const isCallback = (entry: StoryEntry): boolean => entry.kind === 'message' && entry.message === 'callback';

function looksLine(entries: readonly StoryEntry[]): StoryLine[] {
  const waits = entries.filter((entry) => entry.kind === 'wait');
  const [first] = waits;
  if (first === undefined) return entries.map(lineOf);
  const counts = [
    [entries.filter(isLook).length, 'check'],
    [entries.filter(isCallback).length, 'callback'],
  ] as const;
  const told = counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}${count > 1 ? 's' : ''}`);
  const tookMs = waits.reduce((sum, wait) => sum + (wait.tookMs ?? 0), 0);
  const text = `${subject(first)}: ${[durationText(tookMs), ...told].join(', ')}`;
  return [{ at: first.at, kind: 'wait', text, outcome: waits.at(-1)?.outcome ?? null }];
}

function lineOf(entry: StoryEntry): StoryLine {
  const { at, kind } = entry;
  return { at, kind, text: words(entry), outcome: 'outcome' in entry ? entry.outcome : null };
}

function words(entry: StoryEntry): string {
  switch (entry.kind) {
    case 'start':
      return startWords(entry);
    case 'stage':
      return stageWords(entry);
    case 'call':
      return callWords(entry);
    case 'wait':
      return waitWords(entry);
    case 'message':
      return messageWords(entry);
    case 'end':
      return `${entry.state}${entry.why === null ? '' : `: ${oneLine(entry.why)}`}`;
  }
}

function startWords({ by, continued, languages }: StartEntry): string {
  return `${continued ? 'continued' : 'started'}${by === null ? '' : ` by ${by}`}: ${languages.join(', ')}`;
}

function stageWords({ state, stage, waitingFor }: StageEntry): string {
  const waits =
    waitingFor === null ? '' : `, waits for ${waitingFor === 'terms' ? 'the term review' : 'a decision'}`;
  return `${stage === null ? '' : `${stage}: `}${state}${waits}`;
}

function callWords({ call, outcome, attempts, tookMs, failure, traceId }: CallEntry): string {
  const took = tookMs === null ? '' : ` in ${durationText(tookMs)}`;
  const tries = attempts > 1 ? `, attempt ${attempts}` : '';
  const trace = traceId === null ? '' : ` (${traceId})`;
  const why =
    failure === null ? '' : `: ${outcome === 'done' ? 'the attempt before failed: ' : ''}${oneLine(failure)}`;
  return `${call} ${outcome === 'open' ? 'is running' : outcome}${took}${tries}${trace}${why}`;
}

function waitWords(wait: WaitEntry): string {
  const { plannedMs, outcome, tookMs } = wait;
  const how = {
    over: durationText(plannedMs),
    'cut short': `${durationText(tookMs ?? 0)} of ${durationText(plannedMs)}, ended early`,
    open: `for ${durationText(plannedMs)}`,
  };
  return `${subject(wait)}: ${how[outcome]}`;
}

function messageWords({ message, by, why, details, outcome, failure }: MessageEntry): string {
  const what = message === 'callback' ? String(details.event) : shortened(JSON.stringify(details));
  const content = Object.keys(details).length === 0 ? '' : ` ${what}`;
  const reason = why === null ? '' : ` ("${oneLine(why)}")`;
  const answer = { done: '', open: ', not answered yet', refused: `, refused: ${oneLine(failure ?? '')}` };
  return `${message}${content}${by === null ? '' : ` by ${by}`}${reason}${answer[outcome]}`;
}

/** What a wait is for, without what ends each of its pauses. */
const subject = (wait: WaitEntry): string => wait.for.replace(/: next (look|check).*$/, '');
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const shortened = (text: string): string =>
  text.length > MOST_DETAILS ? `${text.slice(0, MOST_DETAILS)} …` : text;
