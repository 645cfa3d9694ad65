/**
 * What changes, told as it changes: server-sent events for as long as a page is open. `releases` says that the list or
 * the inbox has changed, and how many releases wait; `temporal` whether it answers; with `?release=<project>/<name>` there is also `release` with the
 * whole status whenever it changes.
 */
import { WorkflowNotFoundError } from '@temporalio/client';
import type { Logger } from '@temporalio/common';
import * as z from 'zod';
import { releaseId } from '../../domain/identity';
import { named } from '../../client/release-name';
import type { BoundedClients } from './bounded-clients';
import type { EventStream } from './event-stream';
import { userOf } from './guard';
import type { OpenStreams } from './open-streams';
import { sends, type ApiApp } from './route-schemas';
import { pollReleaseList, pollRelease } from './event-sources';
import { SharedPoll, type PollResult } from './shared-poll';

const TROUBLE_PAUSE_MS = 5_000;
const LATE_AFTER_MS = 5_000;

const eventsQuery = z.object({
  release: z
    .string()
    .max(201)
    .optional()
    .describe('<project>/<name>: also sends the changes of this release'),
});

export function mountEvents(
  app: ApiApp,
  { clients, streams, logger }: { clients: BoundedClients; streams: OpenStreams; logger: Logger },
): void {
  const polls = new Map<string, SharedPoll>();

  app.get(
    '/api/events',
    {
      config: { role: 'read', isStream: true },
      exposeHeadRoute: false,
      // A compressor holds back what should be told at once.
      compress: false,
      schema: {
        summary:
          'Server-sent events: "releases", "temporal", and "release" with its whole status, at every change',
        tags: ['releases'],
        querystring: eventsQuery,
        response: sends('text/event-stream', 'events'),
      },
    },
    async (request, reply) => {
      const { release } = request.query;
      const id = release === undefined ? null : await knownId(clients, release);
      const stream = streams.open(userOf(request));
      follow(stream, 'releases', 'releases', () => pollReleaseList(clients));
      if (id !== null) follow(stream, 'release', id, () => pollRelease(clients, id));
      // Some proxies hold back what they could send.
      return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
    },
  );

  // An open stream would hold up the gateway's end; whoever listens finds the next gateway by itself.
  app.addHook('preClose', (done) => {
    streams.endAll();
    done();
  });

  function follow(
    stream: EventStream,
    event: string,
    subject: string,
    look: () => Promise<PollResult>,
  ): void {
    const stop = pollOf(subject, look).listen({
      told: (data) => stream.tell(event, data),
      // The list is followed by every page: one of them is enough to tell.
      ...(event === 'releases' && {
        silent: (isSilent) => stream.tell('temporal', JSON.stringify({ answers: !isSilent })),
      }),
    });
    stream.once('close', stop);
  }

  /** One for all who listen. */
  function pollOf(subject: string, look: () => Promise<PollResult>): SharedPoll {
    const poll =
      polls.get(subject) ??
      new SharedPoll({
        look,
        lateAfterMs: LATE_AFTER_MS,
        troublePauseMs: TROUBLE_PAUSE_MS,
        onTrouble: (error) => void logger.warn('Cannot read what has changed.', { subject, error }),
        onIdle: () => polls.delete(subject),
      });
    polls.set(subject, poll);
    return poll;
  }
}

async function knownId(clients: BoundedClients, text: string): Promise<string> {
  const release = named(text);
  const id = releaseId(release);
  try {
    await clients.ask(({ releases }) => releases.handle(release).describe());
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    // One that Temporal has forgotten may be in the archive.
    await clients.ask(({ releases }) => releases.status(id));
  }
  return id;
}
