/**
 * Server-sent events. `releases`: the list or the inbox has changed, with the number of waiting releases; `temporal`:
 * whether it responds. With `?release=<project>/<name>` also `release` with each new status, and `present` with the
 * people who have its review open at this gateway.
 */
import { WorkflowNotFoundError } from '@temporalio/client';
import type { Logger } from '@temporalio/common';
import * as z from 'zod';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LATE_AFTER_MS } from '../../client/releases/follow';
import { parseReleaseName } from '../../client/releases/release-name';
import { OPEN_RELEASE, WAITING_RELEASE } from '../../client/releases/list-releases';
import { releaseRow } from '../../client/releases/release-row';
import { id as termId } from '../../domain/fields';
import { releaseId } from '../../domain/release/identity';
import { endedStates } from '../../domain/release/release-states';
import { release } from '../../operations/input-parts';
import type { TemporalAccess } from '../../operations/operation';
import { responseWithin } from '../../temporal/response-within';
import { listedPage } from '../../temporal/runs';
import { apiRoute } from '../api-route';
import { userOf } from './guard';
import type { OpenStreams } from './open-streams';

const TROUBLE_PAUSE_MS = 2_000;
const READ_TIMEOUT_MS = 15_000;
const LIST_PAUSE_MS = 2_000;
const RELEASE_PAUSE_MS = 1_000;
/** A release that has ended rarely changes. */
const ENDED_PAUSE_MS = 15_000;
/** Changes of open releases beyond these are not noticed, except in the number of waiting ones. */
const MOST_OPEN = 1000;

export function eventRoutes(access: TemporalAccess, streams: OpenStreams, logger: Logger) {
  const polls = new Map<string, SharedPoll>();
  const people = new PeoplePresent();

  return {
    events: apiRoute({
      summary:
        'Listen to server-sent events: "releases", "temporal", "release" with its whole status, and "present"',
      role: 'read',
      input: z.strictObject({
        release: z
          .string()
          .max(201)
          .exactOptional()
          .describe('<project>/<name>: also sends the changes of this release'),
      }),
      sends: 'text/event-stream',
      isStream: true,
      compress: false,
      handle: async (request, reply, { release }) => {
        const id =
          release === undefined
            ? null
            : await responseWithin(READ_TIMEOUT_MS, () => knownId(access, release));
        const user = userOf(request);
        const stream = streams.open(user);
        const stops = [
          pollOf('releases', () => pollReleaseList(access)).listen({
            receive: (data) => stream.sendEvent('releases', data),
            failed: (error) => stream.sendEvent('temporal', JSON.stringify({ answers: error === null })),
          }),
        ];
        if (id !== null)
          stops.push(
            pollOf(id, () => pollRelease(access, id)).listen({
              receive: (data) => stream.sendEvent('release', data),
            }),
            people.listen(id, (present) => stream.sendEvent('present', JSON.stringify(present))),
            () => people.leave(id, user.name),
          );
        stream.once('close', () => {
          for (const stop of stops) stop();
        });
        // Turns off the buffering of proxies such as nginx.
        return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
      },
    }),
    presence: apiRoute({
      summary:
        'Say that whoever asks has the review open, and at which term; it is forgotten after 30 seconds',
      role: 'review',
      input: z.strictObject({ id: release, termId: termId.nullable() }),
      handle: (request, reply, { id, termId }) => {
        people.report(id, { name: userOf(request).name, termId });
        return reply.status(204).send();
      },
    }),
  };

  /** One poll serves all listeners. */
  function pollOf(subject: string, read: () => Promise<PollResult>): SharedPoll {
    const poll =
      polls.get(subject) ??
      new SharedPoll({
        read: () => responseWithin(READ_TIMEOUT_MS, read),
        lateAfterMs: LATE_AFTER_MS,
        troublePauseMs: TROUBLE_PAUSE_MS,
        onTrouble: (error) => void logger.warn('Cannot read what has changed.', { subject, error }),
        onIdle: () => polls.delete(subject),
      });
    polls.set(subject, poll);
    return poll;
  }
}

async function pollReleaseList({ client }: TemporalAccess): Promise<PollResult> {
  const { count: waiting } = await client.workflow.count(WAITING_RELEASE);
  // The count grows with every start; an end changes the list of open releases.
  const { count: all } = await client.workflow.count(`WorkflowType = 'localizationRelease'`);
  const { runs: open } = await listedPage(client, OPEN_RELEASE, { pageSize: MOST_OPEN });
  const seen = JSON.stringify([waiting, all, open.map(releaseRow)]);
  return {
    key: createHash('sha256').update(seen).digest('base64url'),
    data: JSON.stringify({ waiting }),
    pauseMs: LIST_PAUSE_MS,
  };
}

async function pollRelease({ releases }: TemporalAccess, id: string): Promise<PollResult> {
  const status = await releases.status(id);
  const data = JSON.stringify(status);
  // A partial release can be announced again, so it is not over.
  const isOver = endedStates.has(status.state) && status.waitingFor === null;
  return { key: data, data, pauseMs: isOver ? ENDED_PAUSE_MS : RELEASE_PAUSE_MS };
}

async function knownId({ releases }: TemporalAccess, text: string): Promise<string> {
  const release = parseReleaseName(text);
  const id = releaseId(release);
  try {
    await releases.handle(release).describe();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    // The archive may have a release that Temporal has forgotten.
    await releases.status(id);
  }
  return id;
}

/** A page reports its presence more often than this. */
const STAYS_MS = 30_000;
const EXPIRY_CHECK_MS = 5_000;
/** As many as a heading can name; others are not reported. */
const MOST_PEOPLE = 50;

export interface PresentPerson {
  name: string;
  termId: string | null;
}

type PeopleListener = (people: readonly PresentPerson[]) => void;

interface Review {
  people: Map<string, { termId: string | null; untilMs: number }>;
  listeners: Set<PeopleListener>;
  timer: ReturnType<typeof setInterval>;
}

export class PeoplePresent {
  readonly #reviews = new Map<string, Review>();

  constructor(private readonly nowMs: () => number = Date.now) {}

  /** Nothing is stored while nobody listens. */
  report(release: string, { name, termId }: PresentPerson): void {
    const review = this.#reviews.get(release);
    if (review === undefined) return;
    const before = review.people.get(name);
    if (before === undefined && review.people.size >= MOST_PEOPLE) return;
    review.people.set(name, { termId, untilMs: this.nowMs() + STAYS_MS });
    if (before?.termId !== termId) notify(review);
  }

  /** Reports the people now and at each change; returns a function that stops it. */
  listen(release: string, listener: PeopleListener): () => void {
    const review = this.#reviews.get(release) ?? this.#begin(release);
    review.listeners.add(listener);
    listener(peopleOf(review));
    return () => {
      review.listeners.delete(listener);
      if (review.listeners.size > 0) return;
      clearInterval(review.timer);
      this.#reviews.delete(release);
    };
  }

  /** Called when a window closes; another window of the same person reports itself again. */
  leave(release: string, name: string): void {
    const review = this.#reviews.get(release);
    if (review?.people.delete(name) === true) notify(review);
  }

  #begin(release: string): Review {
    const timer = setInterval(() => this.#forgetSilent(review), EXPIRY_CHECK_MS);
    timer.unref();
    const review: Review = { people: new Map(), listeners: new Set(), timer };
    this.#reviews.set(release, review);
    return review;
  }

  #forgetSilent(review: Review): void {
    const silent = [...review.people].filter(([, { untilMs }]) => untilMs <= this.nowMs());
    for (const [name] of silent) review.people.delete(name);
    if (silent.length > 0) notify(review);
  }
}

function notify(review: Review): void {
  for (const listener of review.listeners) listener(peopleOf(review));
}

const peopleOf = ({ people }: Review): PresentPerson[] =>
  [...people].map(([name, { termId }]) => ({ name, termId }));

export interface PollResult {
  /** Listeners are called when the key changes. */
  key: string;
  data: string;
  pauseMs: number;
}

interface WatchOptions {
  read: () => Promise<PollResult>;
  /** A poll that takes longer is reported as the failure `late`. */
  lateAfterMs: number;
  troublePauseMs: number;
  onTrouble: (error: unknown) => void;
  onIdle: () => void;
}

interface Listener {
  receive: (data: string) => void;
  /** Called with an error when the last data may be stale, and with null when polls succeed again. */
  failed?: (error: unknown) => void;
}

/** Polls one subject while somebody listens, once for all listeners. */
export class SharedPoll {
  readonly #listeners = new Set<Listener>();
  #latest: PollResult | null = null;
  #failure: unknown = null;
  #isPolling = false;

  constructor(private readonly options: WatchOptions) {}

  /** Reports the current data and each change; returns a function that stops it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#latest !== null) listener.receive(this.#latest.data);
    if (this.#failure !== null) listener.failed?.(this.#failure);
    if (!this.#isPolling) void this.#keepPolling();
    return () => void this.#listeners.delete(listener);
  }

  async #keepPolling(): Promise<void> {
    this.#isPolling = true;
    while (this.#listeners.size > 0) {
      // The timer is unreferenced: the listeners' connections keep the process alive.
      await delay(await this.#poll(), undefined, { ref: false });
    }
    this.#isPolling = false;
    this.options.onIdle();
  }

  async #poll(): Promise<number> {
    const late = setTimeout(() => this.#setFailure('late'), this.options.lateAfterMs);
    try {
      const result = await this.options.read();
      // After a failure the data is sent even if it has not changed.
      const hasChanged = result.key !== this.#latest?.key || this.#failure !== null;
      this.#setFailure(null);
      this.#latest = result;
      if (hasChanged) for (const listener of this.#listeners) listener.receive(result.data);
      return result.pauseMs;
    } catch (error) {
      // A poll without listeners may fail, because its gateway is closing.
      if (this.#listeners.size > 0) this.options.onTrouble(error);
      this.#setFailure(error);
      return this.options.troublePauseMs;
    } finally {
      clearTimeout(late);
    }
  }

  #setFailure(failure: unknown): void {
    // A repeated failure is not reported again.
    const isNew = String(failure) !== String(this.#failure);
    this.#failure = failure;
    if (!isNew) return;
    for (const { failed } of this.#listeners) failed?.(failure);
  }
}
