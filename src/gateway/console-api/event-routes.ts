/**
 * Server-sent events. `releases`: the list or the inbox has changed, with the number of waiting releases; `temporal`:
 * whether it responds. With `?release=<project>/<name>` also `release` with each new status, and `present` with the
 * people who have its review open at this gateway.
 */
import { WorkflowNotFoundError } from '@temporalio/client';
import type { Logger } from '@temporalio/common';
import * as z from 'zod';
import { createHash } from 'node:crypto';
import { LATE_AFTER_MS } from '../../client/releases/follow';
import { parseReleaseName } from '../../client/releases/release-name';
import { OPEN_RELEASE, WAITING_RELEASE } from '../../client/releases/list-releases';
import { releaseRow } from '../../client/releases/release-row';
import { id as termId } from '../../domain/fields';
import { releaseId } from '../../domain/release/identity';
import { endedStates } from '../../domain/release/release-states';
import { release } from '../../operations/input-parts';
import type { TemporalAccess } from '../../client/access';
import { responseWithin } from '../../temporal/response-within';
import { listedPage } from '../../temporal/runs';
import { apiRoute } from '../api-route';
import { userOf } from './guard';
import type { OpenStreams } from './open-streams';
import { PeoplePresent } from './people-present';
import { SharedPoll, type PollResult } from './shared-poll';

const TROUBLE_PAUSE_MS = 2_000;
const READ_TIMEOUT_MS = 15_000;
const LIST_PAUSE_MS = 2_000;
const RELEASE_PAUSE_MS = 1_000;
/** A release that has ended rarely changes. */
const ENDED_PAUSE_MS = 15_000;
/** Changes of open releases beyond these are not noticed, except in the number of waiting ones. */
const MOST_OPEN = 1000;
const PRESENCE_PAUSE_MS = 500;

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
            pollOf(`present ${id}`, () => pollPeople(people, id)).listen({
              receive: (data) => stream.sendEvent('present', data),
            }),
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
        people.report(id, userOf(request).name, termId);
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

function pollPeople(people: PeoplePresent, release: string): Promise<PollResult> {
  const data = JSON.stringify(people.of(release));
  return Promise.resolve({ key: data, data, pauseMs: PRESENCE_PAUSE_MS });
}
