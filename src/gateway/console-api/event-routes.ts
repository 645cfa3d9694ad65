/**
 * What changes, told as it changes: server-sent events for as long as a page or a command listens. `releases` says that
 * the list or the inbox has changed, and how many releases wait; `temporal` whether it answers. With
 * `?release=<project>/<name>` there is also `release` with the whole status whenever it changes, `failure` where it
 * cannot be read, and `present` with who has its review open at this gateway.
 */
import { WorkflowNotFoundError } from '@temporalio/client';
import type { Logger } from '@temporalio/common';
import * as z from 'zod';
import { LATE_AFTER_MS } from '../../client/follow';
import { named } from '../../client/release-name';
import { exitCode } from '../../domain/exit-code';
import { releaseId } from '../../domain/identity';
import { expectedFailure, UNEXPECTED, type Failure } from '../../operations/failure';
import { release } from '../../operations/input-parts';
import type { TemporalAccess } from '../../operations/operation';
import { asFailure } from '../../operations/perform-for-others';
import { id as termId } from '../../protocol/message-schemas';
import { TemporalUnreachable } from '../../temporal/temporal-unreachable';
import { apiRoute } from '../api-route';
import type { TemporalCalls } from '../temporal-calls';
import { pollReleaseList, pollRelease } from './event-sources';
import type { EventStream } from './event-stream';
import { PeoplePresent } from './people-present';
import { userOf } from './guard';
import type { OpenStreams } from './open-streams';
import { SharedPoll, type PollResult } from './shared-poll';

const TROUBLE_PAUSE_MS = 2_000;
const LOOK_TIMEOUT_MS = 15_000;

interface Surroundings {
  calls: TemporalCalls;
  access: TemporalAccess;
  streams: OpenStreams;
  logger: Logger;
}

export function eventRoutes({ calls, access, streams, logger }: Surroundings) {
  const polls = new Map<string, SharedPoll>();
  const people = new PeoplePresent();
  const soon = <Result>(look: () => Promise<Result>): Promise<Result> => calls.within(LOOK_TIMEOUT_MS, look);

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
        const id = release === undefined ? null : await soon(() => knownId(access, release));
        const user = userOf(request);
        const stream = streams.open(user);
        // A command may have changed something just now: what was seen for others before that is not told to it.
        const pollOf = user.csrfToken === null ? ownPoll : sharedPoll;
        const list = pollOf('releases', () => soon(() => pollReleaseList(access)));
        until(
          stream,
          list.listen({
            told: (data) => stream.tell('releases', data),
            failed: (error) => stream.tell('temporal', JSON.stringify({ answers: error === null })),
          }),
        );
        if (id !== null) {
          const poll = pollOf(id, () => soon(() => pollRelease(access, id)));
          until(
            stream,
            poll.listen({
              told: (data) => stream.tell('release', data),
              failed: (error) => {
                if (error !== null) stream.tell('failure', JSON.stringify(failureOf(error)));
              },
            }),
          );
          until(
            stream,
            people.listen(id, (present) => stream.tell('present', JSON.stringify(present))),
          );
          until(stream, () => people.leave(id, user.name));
        }
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
  function sharedPoll(subject: string, look: () => Promise<PollResult>): SharedPoll {
    const poll = polls.get(subject) ?? ownPoll(subject, look, () => polls.delete(subject));
    polls.set(subject, poll);
    return poll;
  }

  function ownPoll(
    subject: string,
    look: () => Promise<PollResult>,
    onIdle = (): unknown => undefined,
  ): SharedPoll {
    return new SharedPoll({
      look,
      lateAfterMs: LATE_AFTER_MS,
      troublePauseMs: TROUBLE_PAUSE_MS,
      onTrouble: (error) => void logger.warn('Cannot read what has changed.', { subject, error }),
      onIdle,
    });
  }
}

function until(stream: EventStream, stop: () => void): void {
  stream.once('close', stop);
}

/** `late`: no answer came in time. */
function failureOf(error: unknown): Failure {
  const late = new TemporalUnreachable('Temporal does not answer the gateway in time. Nothing is lost.');
  const failure = expectedFailure(error === 'late' ? late : asFailure(error, 'read'));
  return failure ?? { code: 'unexpected', message: UNEXPECTED, exitCode: exitCode.unexpected };
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
