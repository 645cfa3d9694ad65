/**
 * How a release goes on, told to a command for as long as it watches: server-sent events. Each has what the command
 * `status` would be answered by now, where that is new, and a comment says every two seconds that the gateway is there.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { LATE_AFTER_MS } from '../client/follow';
import { named } from '../client/release-name';
import { exitCode } from '../domain/exit-code';
import { releaseId } from '../domain/identity';
import type { Operators } from '../domain/roles';
import type { Failure } from '../operations/failure';
import { STATUS_STREAM } from '../protocol/status-stream';
import { TemporalUnreachable } from '../temporal/temporal-unreachable';
import { requireRole, speakerOf } from './bearer';
import type { BoundedClients } from './console-api/bounded-clients';
import { pollRelease } from './console-api/event-sources';
import type { EventStream } from './console-api/event-stream';
import { OpenStreams } from './console-api/open-streams';
import type { PollResult } from './console-api/shared-poll';

const TROUBLE_PAUSE_MS = 2_000;
const LATE = new TemporalUnreachable('Temporal does not answer the gateway in time. Nothing is lost.');

const streamQuery = z.object({ id: z.string().max(201) });

interface Surroundings {
  clients: BoundedClients;
  operators: Operators;
  /** As the command would have failed. */
  failureOf: (error: unknown, request: FastifyRequest) => Failure;
}

export function mountStatusStream(
  scope: FastifyInstance,
  { clients, operators, failureOf }: Surroundings,
): void {
  const streams = new OpenStreams(STATUS_STREAM.beatMs);

  scope.get(STATUS_STREAM.path, { config: { isStream: true }, exposeHeadRoute: false }, (request, reply) => {
    const speaker = speakerOf(operators, request);
    requireRole(speaker, 'read');
    const id = releaseId(named(streamQuery.parse(request.query).id));
    const stream = streams.open();
    const { underWay } = request;
    void tellOf(
      stream,
      () => underWay.during(() => pollRelease(clients, id)),
      (error) => failureOf(error, request),
    );
    // Some proxies hold back what they could send.
    return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
  });

  // Whoever watches finds the next gateway by itself.
  scope.addHook('preClose', (done) => {
    streams.endAll();
    done();
  });
}

/** Looks for this command alone: what was seen for others may be older than what it has been told. */
async function tellOf(
  stream: EventStream,
  look: () => Promise<PollResult>,
  failureOf: (error: unknown) => Failure,
): Promise<void> {
  let told = '';
  const tell = (answer: string): void => {
    if (answer !== told) stream.tell('status', answer);
    told = answer;
  };
  const tellFailure = (error: unknown): void => {
    // What nobody waits for any more may fail: the gateway is closing.
    if (stream.destroyed) return;
    const failure = failureOf(error);
    tell(JSON.stringify({ failure }));
    // More looks mend nothing else.
    if (failure.exitCode !== exitCode.temporalUnreachable) stream.finish();
  };
  while (!stream.destroyed) {
    const late = setTimeout(() => tellFailure(LATE), LATE_AFTER_MS);
    const pauseMs = await look().then(
      ({ data, pauseMs: next }) => {
        tell(`{"answer":${data}}`);
        return next;
      },
      (error: unknown) => {
        tellFailure(error);
        return TROUBLE_PAUSE_MS;
      },
    );
    clearTimeout(late);
    // No reason for a process to stay: who listens has a connection, which is.
    await delay(pauseMs, undefined, { ref: false });
  }
}
