/** What changes, told as it changes: server-sent events for as long as a page is open. */
import { WorkflowNotFoundError } from '@temporalio/client';
import type { Logger } from '@temporalio/common';
import { z } from 'zod';
import { releaseId } from '../../domain/identity';
import { named, noRelease } from '../../client/release-client';
import type { Desks } from './bounded-clients';
import { EventStream } from './event-stream';
import { speakerOf } from './guard';
import { sends, type ApiApp } from './route-schemas';
import { lookAtList, lookAtRelease } from './event-sources';
import { Watch, type Sight } from './shared-poll';

const TROUBLE_PAUSE_MS = 5_000;
/** More often than the gateway, or a proxy before it, ends silent connections. */
const BEAT_MS = 15_000;
const RETRY_MS = 1_000;

const eventsQuery = z.object({
  release: z.string().max(201).optional().describe('<project>/<name>: tells of this release too'),
});

export function mountLive(app: ApiApp, { desks, logger }: { desks: Desks; logger: Logger }): void {
  const watches = new Map<string, Watch>();
  const streams = new Set<EventStream>();

  app.get(
    '/api/events',
    {
      config: { role: 'read' },
      exposeHeadRoute: false,
      schema: {
        summary: 'Server-sent events: releases, and release with its whole status, whenever they change',
        tags: ['releases'],
        querystring: eventsQuery,
        response: sends('text/event-stream', 'events'),
      },
    },
    async (request, reply) => {
      const { release } = request.query;
      const id = release === undefined ? null : await knownId(desks, release);
      const stream = openStream(speakerOf(request).expiresAtMs);
      follow(stream, 'releases', 'releases', () => lookAtList(desks));
      if (id !== null) follow(stream, 'release', id, () => lookAtRelease(desks, id));
      // Some proxies hold back what they could send.
      return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
    },
  );

  // An open stream would hold up the gateway's end; whoever listens finds the next gateway by itself.
  app.addHook('preClose', (done) => {
    for (const stream of streams) stream.finish();
    done();
  });

  function openStream(expiresAtMs: number): EventStream {
    const stream = new EventStream(RETRY_MS);
    streams.add(stream);
    const beating = setInterval(() => {
      if (Date.now() < expiresAtMs) stream.beat();
      else stream.finish();
    }, BEAT_MS);
    stream.once('close', () => {
      clearInterval(beating);
      streams.delete(stream);
    });
    return stream;
  }

  function follow(stream: EventStream, event: string, subject: string, look: () => Promise<Sight>): void {
    const stop = watchOf(subject, look).listen((data) => stream.tell(event, data));
    stream.once('close', stop);
  }

  /** One for all who listen. */
  function watchOf(subject: string, look: () => Promise<Sight>): Watch {
    const watch =
      watches.get(subject) ??
      new Watch({
        look,
        troublePauseMs: TROUBLE_PAUSE_MS,
        onTrouble: (error) => void logger.warn('cannot see what changes', { subject, error }),
        onIdle: () => watches.delete(subject),
      });
    watches.set(subject, watch);
    return watch;
  }
}

async function knownId(desks: Desks, text: string): Promise<string> {
  const release = named(text);
  try {
    await desks.ask(({ releases }) => releases.handle(release).describe());
  } catch (error) {
    throw error instanceof WorkflowNotFoundError ? noRelease(release) : error;
  }
  return releaseId(release);
}
