/**
 * What changes, told as it changes: server-sent events for as long as somebody listens. `releases` says that the list
 * or the inbox has changed, and how many releases wait; `temporal` whether it answers. With
 * `?release=<project>/<name>` there is also `release` with the whole status whenever it changes, and
 * `present` with who has its review open at this gateway.
 */
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { Logger } from '@temporalio/common';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { LATE_AFTER_MS } from '../../client/follow';
import { named } from '../../client/release-name';
import { OPEN_RELEASE, WAITING_RELEASE } from '../../client/release-queries';
import { releaseRow } from '../../client/release-row';
import { releaseId } from '../../domain/identity';
import { endedStates } from '../../domain/release-states';
import { release } from '../../operations/input-parts';
import type { TemporalAccess } from '../../operations/operation';
import { id as termId } from '../../protocol/message-schemas';
import { answeredWithin } from '../../temporal/answered-within';
import { listedPage } from '../../temporal/runs';
import { apiRoute } from '../api-route';
import { userOf } from './guard';
import type { OpenStreams } from './open-streams';
import { PeoplePresent } from './people-present';
import { SharedPoll, type PollResult } from './shared-poll';

const TROUBLE_PAUSE_MS = 2_000;
const LOOK_TIMEOUT_MS = 15_000;
const LIST_PAUSE_MS = 2_000;
const RELEASE_PAUSE_MS = 1_000;
/** A release that has ended hardly ever has anything new to say. */
const ENDED_PAUSE_MS = 15_000;
/** Changes of the open ones beyond these are not noticed; that another one waits always is. */
const MOST_OPEN = 1000;

interface Surroundings {
  access: TemporalAccess;
  streams: OpenStreams;
  logger: Logger;
}

export function eventRoutes({ access, streams, logger }: Surroundings) {
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
            : await answeredWithin(LOOK_TIMEOUT_MS, () => knownId(access, release));
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
        look: () => answeredWithin(LOOK_TIMEOUT_MS, look),
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
  const seen = JSON.stringify([waiting, await howMany(client), await openOnes(client)]);
  return {
    key: createHash('sha256').update(seen).digest('base64url'),
    data: JSON.stringify({ waiting }),
    pauseMs: LIST_PAUSE_MS,
  };
}

/** Grows with every start; one that ends is missing among the open ones. */
async function howMany(client: Client): Promise<number> {
  return (await client.workflow.count(`WorkflowType = 'localizationRelease'`)).count;
}

async function openOnes(client: Client): Promise<unknown[]> {
  return (await listedPage(client, OPEN_RELEASE, { pageSize: MOST_OPEN })).runs.map(releaseRow);
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
