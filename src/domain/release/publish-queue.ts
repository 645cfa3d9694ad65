/**
 * The queue in which the publishers of a project take turns: plain data and its transitions. A turn covers publishing
 * and exporting, because an export is of the whole project, whoever published last. The queue never takes silence for
 * an end: it checks the holder of a turn, and searches for a turn that an earlier queue granted before it grants one.
 */
import { nextCheckInMs } from './polling';

/** The ticket is unique and kept until the turn is returned, so that a late request is not taken for the next one. */
export interface TurnRequest {
  taker: string;
  ticket: string;
}

export interface PublishQueue {
  holder: TurnHolder | null;
  /** First come, first served. */
  waiting: TurnRequest[];
  /** The newest publication of each taker, the newest last. */
  publications: Publication[];
  lastTurn: number;
  /** False without earlier state: an earlier queue may have granted a turn, and none is granted until it was found. */
  knowsHolder: boolean;
}

export interface TurnHolder extends TurnRequest {
  turn: number;
  sinceMs: number;
  /** The publish job that still runs although the taker has left: the turn ends with that job. */
  leftJobId: string | null;
  /** False until the holder was notified of its turn. */
  isTold: boolean;
}

interface Publication {
  turn: number;
  taker: string;
}

export interface TurnWanted extends TurnRequest {
  /** The turn in which the taker published what it wants to export; null: it has yet to publish. */
  publishedIn: number | null;
}

export type TurnReply =
  | {
      granted: true;
      turn: number;
      /** Others that have published since; null: not known, because that publication is not remembered. */
      publishedSince: string[] | null;
    }
  | {
      granted: false;
      /** null: the search for the holder is still running. */
      holder: string | null;
      ahead: number;
    };

export interface TurnOutcome {
  turn: number;
  /** Whether this turn may have published: a publish call was made in it, whatever the result of its job. */
  published: boolean;
  jobId: string | null;
}

export type EarlierTurn = Omit<TurnHolder, 'sinceMs' | 'isTold'>;

/** After more publications than this, a parked release learns that the publications since its own are not known. */
const MOST_PUBLICATIONS = 100;

export function newPublishQueue(): PublishQueue {
  return { holder: null, waiting: [], publications: [], lastTurn: 0, knowsHolder: false };
}

/** A repeated request changes nothing: a holder keeps its turn, and a waiting taker keeps its place. */
export function requestTurn(
  queue: PublishQueue,
  { taker, ticket, publishedIn }: TurnWanted,
  nowMs: number,
): { queue: PublishQueue; reply: TurnReply } {
  const request = { taker, ticket };
  const isKnown = heldBy(request, queue) !== null || queue.waiting.some(isSame(request));
  const joined = isKnown ? queue : { ...queue, waiting: [...queue.waiting, request] };
  const next = grantNext(joined, nowMs);
  const held = heldBy(request, next);
  if (held !== null)
    return {
      queue: wasNotified(next, held),
      reply: { granted: true, turn: held.turn, publishedSince: publishedSince(next, taker, publishedIn) },
    };
  const { holder, waiting } = next;
  const ahead = waiting.findIndex(isSame(request)) + (holder === null ? 0 : 1);
  return { queue: next, reply: { granted: false, holder: holder?.taker ?? null, ahead } };
}

/** Anything but the current turn of that taker is ignored. */
export function end(
  queue: PublishQueue,
  { taker, ...outcome }: TurnOutcome & { taker: string },
  nowMs: number,
): PublishQueue {
  return queue.holder?.taker === taker ? holderIsGone(queue, outcome, nowMs) : queue;
}

export function leave(queue: PublishQueue, request: TurnRequest): PublishQueue {
  const isOther = (one: TurnRequest): boolean => !isSame(request)(one);
  return { ...queue, waiting: queue.waiting.filter(isOther) };
}

/** A check has found that the holder's ticket is no longer in use, and how the turn ended. */
export function holderIsGone(
  queue: PublishQueue,
  { turn, published, jobId }: TurnOutcome,
  nowMs: number,
): PublishQueue {
  const { holder } = queue;
  if (holder?.turn !== turn) return queue;
  const next = published ? remember(queue, holder) : queue;
  return jobId === null ? free(next, nowMs) : { ...next, holder: { ...holder, leftJobId: jobId } };
}

/** The job left running has ended. If it completed, it counts as a publication, though its taker left. */
export function jobHasEnded(
  queue: PublishQueue,
  { turn, published }: Pick<TurnOutcome, 'turn' | 'published'>,
  nowMs: number,
): PublishQueue {
  const { holder } = queue;
  if (holder?.turn !== turn || holder.leftJobId === null) return queue;
  return free(published ? remember(queue, holder) : queue, nowMs);
}

/** The result of the search for the holder of a turn that an earlier queue granted; null: there is none. */
export function withFoundHolder(queue: PublishQueue, found: EarlierTurn | null, nowMs: number): PublishQueue {
  if (queue.knowsHolder) return queue;
  const searched = { ...queue, knowsHolder: true };
  if (found === null) return grantNext(searched, nowMs);
  const { taker, ticket, turn, leftJobId } = found;
  return {
    ...leave(searched, found),
    holder: { taker, ticket, turn, leftJobId, sinceMs: nowMs, isTold: true },
    lastTurn: Math.max(queue.lastTurn, turn),
  };
}

/** A holder that got the turn in the reply to its request knows already. */
export function unnotifiedHolder({ holder }: PublishQueue): TurnHolder | null {
  return holder?.isTold === false ? holder : null;
}

export function wasNotified(queue: PublishQueue, { turn }: Pick<TurnHolder, 'turn'>): PublishQueue {
  const { holder } = queue;
  return holder?.turn === turn ? { ...queue, holder: { ...holder, isTold: true } } : queue;
}

const isSame =
  (a: TurnRequest) =>
  (b: TurnRequest): boolean =>
    a.taker === b.taker && a.ticket === b.ticket;

/** A taker that left a job behind has returned its turn: like any other, it waits for that job. */
function heldBy(request: TurnRequest, { holder }: PublishQueue): TurnHolder | null {
  return holder?.leftJobId === null && isSame(request)(holder) ? holder : null;
}

function free(queue: PublishQueue, nowMs: number): PublishQueue {
  return grantNext({ ...queue, holder: null }, nowMs);
}

function grantNext(queue: PublishQueue, nowMs: number): PublishQueue {
  const [next, ...waiting] = queue.waiting;
  if (queue.holder !== null || !queue.knowsHolder || next === undefined) return queue;
  // The time keeps a new queue from reusing turn numbers of the previous one.
  const turn = Math.max(queue.lastTurn + 1, nowMs);
  const holder = { ...next, turn, sinceMs: nowMs, leftJobId: null, isTold: false };
  return { ...queue, holder, waiting, lastTurn: turn };
}

function remember(queue: PublishQueue, { taker, turn }: Publication): PublishQueue {
  const ofOthers = queue.publications.filter((one) => one.taker !== taker);
  return { ...queue, publications: [...ofOthers, { turn, taker }].slice(-MOST_PUBLICATIONS) };
}

/** The list covers all publications since its oldest entry. */
function publishedSince(
  { publications }: PublishQueue,
  taker: string,
  publishedIn: number | null,
): string[] | null {
  if (publishedIn === null) return [];
  const isKnown = publications.some((one) => one.taker === taker && one.turn === publishedIn);
  if (!isKnown) return null;
  return publications.filter((one) => one.turn > publishedIn).map((one) => one.taker);
}

/** The memo of a publisher, from which the queue reads its request, turn and job without a query. */
export interface TurnMemo {
  ticket: string;
  turn: number | null;
  /** The task that shows a publish job whose id is not known. */
  taskId: string;
  jobId: string | null;
}

export const TURN_MEMO = 'turn';

export type TurnRefusal = Extract<TurnReply, { granted: false }> & {
  holderProblem?: string;
};

/** A notification may be lost, so a waiting taker repeats its request. */
const RETRY_AFTER_MS = 60_000;
/** At least so many takers publish in that time. */
const TURNS_MEANWHILE = 4;

/** The pause grows with the number ahead, so that a hundred waiting takers send hardly more requests than ten. */
export function askAgainAfterMs({ ahead }: TurnRefusal, waitedMs: number): number {
  return nextCheckInMs({ waitedMs, minimumMs: RETRY_AFTER_MS * Math.max(1, ahead / TURNS_MEANWHILE) });
}

export const publishQueueType = 'publishQueue';
