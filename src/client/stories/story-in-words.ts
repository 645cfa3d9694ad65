/**
 * Tells a release's story in words: events, authors and results. Single calls and waits are in lines that are marked
 * technical and shown on request.
 */
import { callWords } from '../../domain/problems/call-words';
import { counted } from '../../domain/text/counted';
import { durationText } from '../../domain/text/duration';
import { endedStates } from '../../domain/release/release-states';
import { capitalized, sentence } from '../../domain/text/sentence';
import { ignoredText } from '../../domain/release/release-decisions';
import { oneLine } from '../../domain/text/visible-text';
import type { StoryLine } from '../../protocol/console-api';
import { SCAN_FOUND } from './call-actions';
import { attemptWords, describeMessage } from './describe-message';
import { technicalLines } from './technical-lines';
import type {
  CallEntry,
  EndEntry,
  MessageEntry,
  StageEntry,
  StartEntry,
  StoryEntry,
  WaitEntry,
} from './story-from-history';

const MOST_LINE_CHARS = 2000;

export function storyLines(story: readonly StoryEntry[]): StoryLine[] {
  const writer = new StoryWriter(causesMentionedIn(story));
  for (const entry of story) writer.add(entry);
  // A message that is described in words needs no technical line.
  const described = new Set(writer.lines.filter(({ kind }) => kind === 'message').map(({ at }) => at));
  const technical = technicalLines(story).filter(({ kind, at }) => kind !== 'message' || !described.has(at));
  const lines = [...writer.lines, ...technical];
  // Sorting is needed: a call's result is shown at its end, its technical line at its start.
  return lines.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

type Words = Pick<StoryLine, 'at' | 'text'> & Partial<Pick<StoryLine, 'until' | 'outcome'>>;

interface OpenStage {
  name: string;
  since: string;
  /** The stage is parked, so only a person's skip leaves it. */
  isStopped: boolean;
  /** The line that the stage has begun, which the next line of the stage replaces. */
  begun: StoryLine | null;
}

class StoryWriter {
  lines: StoryLine[] = [];
  #stage: OpenStage | null = null;
  /** The result of the last read of the post, shown at the end of the stage. */
  #announced: string | null = null;
  /** `none`: nobody reviews the terms, or not yet. */
  #review: 'none' | 'open' | 'decided' = 'none';
  #holdReason: string | null = null;
  #areTermsShown = false;
  #hasEnded = false;
  #isPartialShown = false;

  constructor(private readonly causes: readonly string[]) {}

  add(entry: StoryEntry): void {
    if (entry.kind === 'start') this.#addStart(entry);
    else if (entry.kind === 'stage') this.#addStage(entry);
    else if (entry.kind === 'call') this.#addCall(entry);
    else if (entry.kind === 'wait') this.#addWait(entry);
    else if (entry.kind === 'message') this.#addMessage(entry);
    else this.#addEnd(entry);
  }

  #push(kind: StoryLine['kind'], { at, text, until = null, outcome = null }: Words): StoryLine {
    if (this.#stage?.begun) this.lines = this.lines.filter((line) => line !== this.#stage?.begun);
    if (this.#stage) this.#stage.begun = null;
    const stage = this.#stage?.name ?? null;
    const line = { at, kind, stage, text, until, outcome, technical: false };
    this.lines.push(line);
    return line;
  }

  #addStart(start: StartEntry): void {
    // Continuing as new is no event of the release.
    if (start.continued && !this.#hasEnded && this.lines.length > 0) return;
    this.#stage = null;
    if (!start.continued) {
      this.#review = 'none';
      this.#areTermsShown = false;
    }
    this.#hasEnded = false;
    this.#push('start', { at: start.at, text: startWords(start) });
  }

  #addStage({ at, state, stage, waitingFor, why, tookMs }: StageEntry): void {
    this.#holdReason = waitingFor;
    // The end entry reports the end.
    if (isEnded(state) && waitingFor === null) return;
    if (stage !== this.#stage?.name) {
      this.#leaveStage(at, tookMs);
      if (stage !== null) this.#enterStage(stage, at);
    }
    if (this.#stage !== null) this.#stage.isStopped = state === 'parked';
    if (waitingFor === 'terms' && this.#review === 'none') {
      this.#review = 'open';
      this.#push('stage', { at, text: 'The term review is open.' });
    } else if (state === 'parked') {
      this.#push('stage', { at, text: `Parked: a person must decide.${cause(why)}`, outcome: 'failed' });
    } else if (state === 'partial') {
      this.#isPartialShown = true;
      // The previous line has the result of each account.
      this.#push('stage', { at, text: 'Partial: a person may decide.', outcome: 'failed' });
    }
  }

  #enterStage(name: string, since: string): void {
    this.#stage = { name, since, isStopped: false, begun: null };
    this.#stage.begun = this.#push('stage', { at: since, text: 'Began.' });
  }

  /** `tookMs` is by the release's own clock, if known. */
  #leaveStage(at: string, tookMs: number | null): void {
    if (this.#stage === null) return;
    const { since, isStopped } = this.#stage;
    const took = durationText(tookMs ?? Math.max(0, Date.parse(at) - Date.parse(since)));
    if (this.#announced !== null) this.#push('stage', { at, text: this.#announced });
    this.#push('stage', { at, text: isStopped ? 'Skipped.' : `Done after ${took}.` });
    this.#announced = null;
    this.#stage = null;
  }

  #addCall(call: CallEntry): void {
    const { outcome, attempts, failure, nextAt } = call;
    const at = new Date(Date.parse(call.at) + (call.tookMs ?? 0)).toISOString();
    const verb = callWords(call.call);
    if (outcome === 'open' && attempts > 1) {
      const tried = `Trying to ${verb}: ${counted(attempts - 1, 'attempt')} failed.${cause(failure)} Next try`;
      const text = nextAt === null ? `${tried} is under way.` : `${tried}:`;
      this.#push('call', { at: call.at, text, until: nextAt, outcome: 'failed' });
    } else if ((outcome === 'failed' || outcome === 'timed out') && !this.#isCauseShown(failure)) {
      const tries = attempts > 1 ? ` after ${attempts} attempts` : '';
      const text = call.isReplyLost
        ? `The reply to the request to ${verb} was lost, so what became of it was looked up.`
        : `Failed to ${verb}${tries}.`;
      this.#push('call', { at, text: `${text}${cause(failure)}`, outcome });
    } else if (outcome === 'done') {
      if (attempts > 1)
        this.#push('call', { at, text: `It took ${attempts} attempts to ${verb}.${cause(failure)}` });
      this.#addAction(call, at);
    }
  }

  #addAction({ call, did, outcome }: CallEntry, at: string): void {
    if (did === null) return;
    if (call === 'readPost') {
      this.#announced = did;
      return;
    }
    // The list is read again at each opening of the review and before it is confirmed.
    if (call === 'snapshotTerms' && this.#areTermsShown) return;
    this.#areTermsShown ||= did.startsWith(SCAN_FOUND);
    const byItself = call === 'confirmTaskTerms' && this.#review === 'open';
    if (call === 'confirmTaskTerms') this.#review = 'decided';
    this.#push('call', { at, text: byItself ? `Nobody decided in time. ${did}` : did, outcome });
  }

  #isCauseShown(failure: string | null): boolean {
    return failure !== null && this.causes.some((known) => known.includes(failure));
  }

  #addWait({ at, for: what, plannedMs, outcome, tookMs }: WaitEntry): void {
    const until = new Date(Date.parse(at) + plannedMs).toISOString();
    if (what.startsWith('announced not before')) {
      const isQuiet = this.#holdReason === 'quiet_hours';
      const text = `The announcement is held back ${isQuiet ? 'in quiet hours, until' : 'until its time:'}`;
      this.#push('wait', { at, text, until, outcome });
    } else if (what.startsWith('the daily cap')) {
      const text = 'The daily cap is reached. The announcement waits until';
      this.#push('wait', { at, text, until, outcome });
    } else if (what.startsWith('another release of the project')) {
      const waited = tookMs === null ? 'Waiting' : `Waited ${durationText(tookMs)}`;
      this.#push('wait', { at, text: `${waited} for its turn to publish.`, outcome });
    }
  }

  #addMessage(entry: MessageEntry): void {
    const { at, message, outcome } = entry;
    const description = describeMessage(message, entry.details, at);
    if (description === null) return;
    const isDecision = /^(confirm|reject)/.test(message) && (outcome === 'done' || outcome === 'open');
    // Signals are never refused; after the decision one changes nothing.
    const isLate = isDecision && message.endsWith('Terms') && this.#review === 'decided';
    if (isDecision) this.#review = 'decided';
    // A person who checked the post has decided for every account.
    if (this.#stage !== null && /^(not-)?live$/.test(String(entry.details.action)))
      this.#stage.isStopped = false;
    this.#push('message', {
      at,
      text: messageWords(entry, description, isLate),
      outcome: isLate ? 'ignored' : outcome,
    });
  }

  #addEnd({ at, state, why, tookMs }: EndEntry): void {
    if (state === 'done' || state === 'partial') this.#leaveStage(at, tookMs);
    this.#stage = null;
    this.#hasEnded = true;
    const isRepeated = state === 'partial' && this.#isPartialShown;
    const text = `${endWords[state] ?? `The release ended as ${state}.`}${cause(isRepeated ? null : why)}`;
    this.#push('end', { at, text });
  }
}

function messageWords(entry: MessageEntry, description: string, isLate: boolean): string {
  const { message, by, why, outcome, repeated, failure } = entry;
  const who = by ?? 'Somebody';
  const quoted = why === null ? '' : ` ("${oneLine(why, MOST_LINE_CHARS)}")`;
  const action = `${who} ${description}${quoted}`;
  if (isLate)
    return `${who} wanted to ${attemptWords(description)}${quoted}, after the terms had been decided. It changed nothing.`;
  switch (outcome) {
    case 'done':
      return repeated ? `${action} once more. They were confirmed already.` : `${action}.`;
    case 'open':
      return `${action}, which is not answered yet.`;
    case 'refused':
      return `${who} tried to ${attemptWords(description)}. Refused${failure === null ? '.' : `:${cause(failure)}`}`;
    case 'ignored':
      return ignoredText(message, { by, fault: failure ?? 'it is malformed' });
    case 'unreadable':
      return `The signal ${message} cannot be read here: it is encrypted with a key that this process does not have.`;
  }
}

const isEnded = (state: string): boolean => [...endedStates].some((ended) => ended === state);

const endWords: Readonly<Record<string, string>> = {
  done: 'The release is done.',
  partial: 'The release ended. It is not announced on all accounts.',
  rejected: 'The release ended.',
  cancelled: 'The release ended: it was cancelled.',
  terminated: 'The release ended: it was terminated in Temporal.',
  replaced: 'The release ended: a start with a corrected file replaced it. Nothing had been paid for.',
};

function startWords({ by, continued, added, languages, lateLanguages }: StartEntry): string {
  if (added !== null) return `${added.by} added ${added.languages}. The release goes on with what it had.`;
  if (continued) return 'The release goes on. Temporal has forgotten what was before.';
  const first = languages.filter((language) => !lateLanguages.includes(language));
  const later = lateLanguages.length === 0 ? '' : `, later ${lateLanguages.join(', ')}`;
  const what = by === null ? 'The release was started' : `${by} started the release`;
  return `${what}: ${first.join(', ')}${later}.`;
}

function causesMentionedIn(story: readonly StoryEntry[]): string[] {
  return story.flatMap((entry) => {
    if (entry.kind === 'stage' || entry.kind === 'end') return entry.why ?? [];
    return entry.kind === 'message' ? (entry.failure ?? []) : [];
  });
}

function cause(text: string | null): string {
  if (text === null) return '';
  const plain = inOneLine(text).replace(
    /\b(localization|social) service, [A-Z]+ \/\S*: /gi,
    (_, service: string) => `the ${service.toLowerCase()} service: `,
  );
  return ` ${sentence(capitalized(plain))}`;
}

/** Separates list and table lines from each other and from the text after them. */
function inOneLine(text: string): string {
  const isItem = (line: string): boolean => /^\s|^- |\S {2,}\S/.test(line);
  let wasItem = false;
  let joined = '';
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const words = oneLine(line.replace(/^\s*- /, ''), MOST_LINE_CHARS);
    if (wasItem) joined = isItem(line) ? `${joined};` : sentence(joined);
    joined = `${joined} ${words}`;
    wasItem = isItem(line);
  }
  return joined.trim();
}
