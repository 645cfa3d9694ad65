/**
 * What changes, told as it changes: server-sent events for as long as somebody listens. `releases` says that the list
 * or the inbox has changed, and how many releases wait; `temporal` whether it answers. With
 * `?release=<project>/<name>` there is also `release` with the whole status whenever it changes, and
 * `present` with who has its review open at this gateway.
 */
import { WorkflowNotFoundError } from '@temporalio/client';
import type { Logger } from '@temporalio/common';
import * as z from 'zod';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LATE_AFTER_MS } from '../../client/releases/follow';
import { named } from '../../client/releases/release-name';
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
const LOOK_TIMEOUT_MS = 15_000;
const LIST_PAUSE_MS = 2_000;
const RELEASE_PAUSE_MS = 1_000;
/** A release that has ended hardly ever has anything new to say. */
const ENDED_PAUSE_MS = 15_000;
/** Changes of the open ones beyond these are not noticed; that another one waits always is. */
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
            : await responseWithin(LOOK_TIMEOUT_MS, () => knownId(access, release));
        const user = userOf(request);
        const stream = streams.open(user);
        const stops = [
          pollOf('releases', () => pollReleaseList(access)).listen({
            told: (data) => stream.tell('releases', data),
            failed: (error) => stream.tell('temporal', JSON.stringify({ answers: error === null })),
          }),
        ];
        if (id !== null)
          stops.push(
            pollOf(id, () => pollRelease(access, id)).listen({
              told: (data) => stream.tell('release', data),
            }),
            people.listen(id, (present) => stream.tell('present', JSON.stringify(present))),
            () => people.leave(id, user.name),
          );
        stream.once('close', () => {
          for (const stop of stops) stop();
        });
        // Some proxies hold back what they could send.
        return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
      },
    }),
    presence: apiRoute({
      summary:
        'Say that whoever asks has the review open, and at which term; it is forgotten after 30 seconds',
      role: 'review',
      input: z.strictObject({ id: release, termId: termId.nullable() }),
      handle: (request, reply, { id, termId }) => {
        people.say(id, { name: userOf(request).name, termId });
        return reply.status(204).send();
      },
    }),
  };

  /** One for all who listen. */
  function pollOf(subject: string, look: () => Promise<PollResult>): SharedPoll {
    const poll =
      polls.get(subject) ??
      new SharedPoll({
        look: () => responseWithin(LOOK_TIMEOUT_MS, look),
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
  // Grows with every start; one that ends is missing among the open ones.
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
  // A partial release stays open for whoever wants to announce it again.
  const isOver = endedStates.has(status.state) && status.waitingFor === null;
  return { key: data, data, pauseMs: isOver ? ENDED_PAUSE_MS : RELEASE_PAUSE_MS };
}

async function knownId({ releases }: TemporalAccess, text: string): Promise<string> {
  const release = named(text);
  const id = releaseId(release);
  try {
    await releases.handle(release).describe();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    // One that Temporal has forgotten may be in the archive.
    await releases.status(id);
  }
  return id;
}

/** Who has the review of a release open at this gateway, and at which term: kept in memory, for some seconds. */

/** A page says so more often than this. */
const STAYS_MS = 30_000;
const LOOK_MS = 5_000;
/** As many as a heading can name; more are not told of. */
const MOST_PEOPLE = 50;

export interface PresentPerson {
  name: string;
  /** null: at none yet. */
  termId: string | null;
}

type Told = (people: readonly PresentPerson[]) => void;

interface Review {
  people: Map<string, { termId: string | null; untilMs: number }>;
  listeners: Set<Told>;
  looking: ReturnType<typeof setInterval>;
}

export class PeoplePresent {
  readonly #reviews = new Map<string, Review>();

  constructor(private readonly nowMs: () => number = Date.now) {}

  /** Where nobody listens, there is nobody to be told, and nothing is kept. */
  say(release: string, { name, termId }: PresentPerson): void {
    const review = this.#reviews.get(release);
    if (review === undefined) return;
    const before = review.people.get(name);
    if (before === undefined && review.people.size >= MOST_PEOPLE) return;
    review.people.set(name, { termId, untilMs: this.nowMs() + STAYS_MS });
    if (before?.termId !== termId) tell(review);
  }

  /** Tells who is there now, and whenever that changes; returns how to stop. */
  listen(release: string, told: Told): () => void {
    const review = this.#reviews.get(release) ?? this.#begin(release);
    review.listeners.add(told);
    told(peopleOf(review));
    return () => {
      review.listeners.delete(told);
      if (review.listeners.size > 0) return;
      clearInterval(review.looking);
      this.#reviews.delete(release);
    };
  }

  /** One of their windows was closed; another one says that they are still there. */
  leave(release: string, name: string): void {
    const review = this.#reviews.get(release);
    if (review?.people.delete(name) === true) tell(review);
  }

  #begin(release: string): Review {
    const looking = setInterval(() => this.#forgetSilent(review), LOOK_MS);
    looking.unref();
    const review: Review = { people: new Map(), listeners: new Set(), looking };
    this.#reviews.set(release, review);
    return review;
  }

  #forgetSilent(review: Review): void {
    const silent = [...review.people].filter(([, { untilMs }]) => untilMs <= this.nowMs());
    for (const [name] of silent) review.people.delete(name);
    if (silent.length > 0) tell(review);
  }
}

function tell(review: Review): void {
  for (const told of review.listeners) told(peopleOf(review));
}

const peopleOf = ({ people }: Review): PresentPerson[] =>
  [...people].map(([name, { termId }]) => ({ name, termId }));

export interface PollResult {
  /** Listeners are told where this differs from what was seen before. */
  key: string;
  data: string;
  /** How long until the next look. */
  pauseMs: number;
}

interface WatchOptions {
  look: () => Promise<PollResult>;
  /** A look that takes longer is told of as the failure `late`. */
  lateAfterMs: number;
  /** Between a look that failed and the next one. */
  troublePauseMs: number;
  onTrouble: (error: unknown) => void;
  /** Nobody listens any more. */
  onIdle: () => void;
}

interface Listener {
  told: (data: string) => void;
  /** Why it cannot be seen now, so that what was told last may be old; null: it can again. */
  failed?: (error: unknown) => void;
}

/** Looks at one thing again and again while somebody listens: once for all who do. */
export class SharedPoll {
  readonly #listeners = new Set<Listener>();
  #latest: PollResult | null = null;
  /** null: the last look saw it. */
  #failure: unknown = null;
  #isLooking = false;

  constructor(private readonly options: WatchOptions) {}

  /** Tells what it is now, and whenever it has changed; answers how to stop. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#latest !== null) listener.told(this.#latest.data);
    if (this.#failure !== null) listener.failed?.(this.#failure);
    if (!this.#isLooking) void this.#keepLooking();
    return () => void this.#listeners.delete(listener);
  }

  async #keepLooking(): Promise<void> {
    this.#isLooking = true;
    while (this.#listeners.size > 0) {
      // No reason for a process to stay: who listens has a connection, which is.
      await delay(await this.#look(), undefined, { ref: false });
    }
    this.#isLooking = false;
    this.options.onIdle();
  }

  async #look(): Promise<number> {
    const late = setTimeout(() => this.#setFailure('late'), this.options.lateAfterMs);
    try {
      const sight = await this.options.look();
      // Whoever heard of a failure is told what it is now.
      const hasChanged = sight.key !== this.#latest?.key || this.#failure !== null;
      this.#setFailure(null);
      this.#latest = sight;
      if (hasChanged) for (const listener of this.#listeners) listener.told(sight.data);
      return sight.pauseMs;
    } catch (error) {
      // A look that nobody waits for any more may fail: the gateway that made it is closing.
      if (this.#listeners.size > 0) this.options.onTrouble(error);
      this.#setFailure(error);
      return this.options.troublePauseMs;
    } finally {
      clearTimeout(late);
    }
  }

  #setFailure(failure: unknown): void {
    // The same one again is no news.
    const isNew = String(failure) !== String(this.#failure);
    this.#failure = failure;
    if (!isNew) return;
    for (const { failed } of this.#listeners) failed?.(failure);
  }
}
