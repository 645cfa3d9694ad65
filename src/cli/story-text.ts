/** A release's story for a person at a terminal: one line an entry, and one for all the looks of a wait. */
import type { CallEntry, MessageEntry, StageEntry, StoryEntry, WaitEntry } from '../releases/explain';
import { durationText } from './duration-text';

export function storyText(story: readonly StoryEntry[]): string {
  // The end says the same once more.
  const told = story.filter(
    (entry) => entry.kind !== 'stage' || entry.stage !== null || entry.waitingFor !== null,
  );
  return fold(told)
    .map((entries) => (entries.length === 1 ? entries.map(entryLine) : [looksLine(entries)]).join(''))
    .join('\n');
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

function looksLine(entries: readonly StoryEntry[]): string {
  const waits = entries.filter((entry) => entry.kind === 'wait');
  const [first] = waits;
  if (first === undefined) return entries.map(entryLine).join('\n');
  const counts = [
    [entries.filter(isLook).length, 'look'],
    [entries.filter(isCallback).length, 'callback'],
  ] as const;
  const told = counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}${count > 1 ? 's' : ''}`);
  const tookMs = waits.reduce((sum, wait) => sum + (wait.tookMs ?? 0), 0);
  return `${stamp(first.at)}  wait   ${subject(first)}: ${[durationText(tookMs), ...told].join(', ')}`;
}

function entryLine(entry: StoryEntry): string {
  return `${stamp(entry.at)}  ${words(entry)}`;
}

function words(entry: StoryEntry): string {
  switch (entry.kind) {
    case 'start': {
      const by = entry.by === null ? '' : ` by ${entry.by}`;
      return `START  ${entry.continued ? 'goes on' : 'begins'}${by}: ${entry.languages.join(', ')}`;
    }
    case 'stage':
      return stageWords(entry);
    case 'call':
      return callWords(entry);
    case 'wait':
      return waitWords(entry);
    case 'message':
      return messageWords(entry);
    case 'end':
      return `ENDS   ${entry.state}${entry.why === null ? '' : `: ${oneLine(entry.why)}`}`;
  }
}

function stageWords({ state, stage, waitingFor }: StageEntry): string {
  const waits =
    waitingFor === null ? '' : `, waits for ${waitingFor === 'terms' ? 'the terms' : 'a decision'}`;
  return `STAGE  ${stage === null ? '' : `${stage}: `}${state}${waits}`;
}

function callWords({ call, outcome, attempts, tookMs, failure }: CallEntry): string {
  const took = tookMs === null ? '' : ` in ${durationText(tookMs)}`;
  const tries = attempts > 1 ? `, attempt ${attempts}` : '';
  const why = failure === null ? '' : `: ${outcome === 'done' ? 'before that, ' : ''}${oneLine(failure)}`;
  return `call   ${call} ${outcome === 'open' ? 'is under way' : outcome}${took}${tries}${why}`;
}

function waitWords(wait: WaitEntry): string {
  const { plannedMs, outcome, tookMs } = wait;
  const how = {
    over: durationText(plannedMs),
    'cut short': `${durationText(tookMs ?? 0)} of ${durationText(plannedMs)}, cut short`,
    open: `until ${durationText(plannedMs)} have passed`,
  };
  return `wait   ${subject(wait)}: ${how[outcome]}`;
}

function messageWords({ message, by, why, said, outcome, failure }: MessageEntry): string {
  const what = message === 'callback' ? String(said.event) : JSON.stringify(said);
  const details = Object.keys(said).length === 0 ? '' : ` ${what}`;
  const reason = why === null ? '' : ` ("${oneLine(why)}")`;
  const answer = { done: '', open: ', not answered yet', refused: `, refused: ${oneLine(failure ?? '')}` };
  return `said   ${message}${details}${by === null ? '' : ` by ${by}`}${reason}${answer[outcome]}`;
}

/** What a wait is for, without what ends each of its pauses. */
const subject = (wait: WaitEntry): string => wait.for.replace(/: next look.*$/, '');
const stamp = (at: string): string => at.slice(0, 19).replace('T', ' ');
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
