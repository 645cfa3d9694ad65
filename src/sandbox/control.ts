/**
 * The sandbox's own endpoints: they read the journal, set faults, move the clock, and act as a person at either
 * service.
 */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { faultRule } from './faults';
import type { JournalEntry } from './journal';
import type { SandboxCommand } from './command-log';
import { Refusal } from './refusal';
import { applyCommand, type Services } from './services';
import { accountChange } from './social/accounts';

const journalQuery = z.object({
  kind: z.string().optional(),
  service: z.string().optional(),
  subject: z.string().optional(),
  owner: z.string().optional(),
  since: z.coerce.number().int().default(0),
});

export function mountControl(app: FastifyInstance, services: Services, inbox: Inbox): void {
  const { profile, clock, faults, journal, localization, commandLog, social } = services;
  const act = (command: SandboxCommand): unknown =>
    clock.moment(() => {
      commandLog.write(command);
      return applyCommand(services, command);
    });

  app.setErrorHandler(({ statusCode = 500, message }: { statusCode?: number; message: string }, _, reply) =>
    reply.status(statusCode).send({ success: false, code: statusCode, msg: message }),
  );

  app.get('/sandbox/journal', (request) => {
    const { since, ...where } = journalQuery.parse(request.query);
    return { entries: journal.find(where as Partial<JournalEntry>, since) };
  });

  app.get('/sandbox/faults', () => ({ rules: faults.list() }));
  app.post('/sandbox/faults', (request, reply) => {
    const oneOrMore = z.preprocess((value) => [value].flat(), z.array(faultRule));
    act({ kind: 'set-faults', rules: body(request.body, oneOrMore) });
    return reply.status(201).send({ rules: faults.list() });
  });
  app.delete('/sandbox/faults', () => {
    act({ kind: 'clear-faults' });
    return { rules: [] };
  });

  app.get('/sandbox/clock', () => ({ now: clock.iso() }));
  app.post('/sandbox/clock', (request) => {
    clock.advance(body(request.body, z.strictObject({ advanceMs: z.number().positive() })).advanceMs);
    act({ kind: 'clock', speed: profile.speed });
    return { now: clock.iso() };
  });

  /** Stands for the button in the localization service's own console. */
  app.post('/sandbox/console/confirm-terms', (request) => {
    const { task_id } = body(request.body, z.strictObject({ task_id: z.string() }));
    return act({ kind: 'confirm-terms', task_id });
  });
  app.get('/sandbox/projects/:id/strings', (request) =>
    localization.projectStrings((request.params as { id: string }).id),
  );

  /** Stands for a person who connects an account again in the social application. */
  app.post('/sandbox/accounts/:id', (request) =>
    act({
      kind: 'change-account',
      id: (request.params as { id: string }).id,
      change: body(request.body, accountChange),
    }),
  );
  /** A route of notices may lead to this endpoint. */
  app.post('/sandbox/inbox', (request, reply) => {
    inbox.take(body(request.body, z.record(z.string(), z.unknown())));
    return reply.status(204).send();
  });
  app.get('/sandbox/inbox', () => ({ notices: inbox.entries }));
  app.get('/sandbox/posts', () => ({ posts: social.posts() }));
}

function body<Schema extends z.ZodType>(raw: unknown, schema: Schema): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.isBuffer(raw) ? raw.toString('utf8') : '');
  } catch {
    throw new Refusal(400, 'Expected a JSON body.');
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Refusal(400, z.prettifyError(parsed.error));
  return parsed.data;
}

const MAX_ENTRIES = 200;

/** Notices for a machine that has no other receiver for them. */
export class Inbox {
  readonly entries: { receivedAt: string; notice: unknown }[] = [];
  #listener: (notice: unknown) => void = () => undefined;

  /** Calls the listener for each later notice, instead of an earlier listener. */
  listen(listener: (notice: unknown) => void): void {
    this.#listener = listener;
  }

  take(notice: unknown): void {
    this.entries.push({ receivedAt: new Date().toISOString(), notice });
    if (this.entries.length > MAX_ENTRIES) this.entries.shift();
    this.#listener(notice);
  }
}
