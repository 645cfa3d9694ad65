/** Mounts the table of operations over HTTP, each with its role. Nothing else is mounted under /api. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { BadRequest } from '../client/errors';
import { releaseId } from '../domain/release/identity';
import { operatorNameFault } from '../domain/roles';
import { refusal } from '../operations/failure';
import type { Who } from '../operations/operation';
import type { OperationAccess } from '../client/access';
import type { Table } from '../operations/all-operations';
import { parseInput, asFailure, performForOthers } from '../operations/perform';
import {
  addressOf,
  AS_HEADER,
  namesRelease,
  REPEATED_HEADER,
  type OperationName,
} from '../protocol/addresses';
import type { ApiRoute } from './api-route';
import { userOf } from './console-api/guard';

export interface ApiTable {
  operations: Table;
  routes: Readonly<Record<string, ApiRoute>>;
}

export type WhoIs = (by: string) => Pick<Who, 'name' | 'prove' | 'trouble'>;

export function mountOperations(
  app: FastifyInstance,
  { operations, routes }: ApiTable,
  { access, whoIs }: { access: OperationAccess; whoIs: WhoIs },
): void {
  for (const [name, operation] of Object.entries(operations)) {
    mount(app, name, operation, async (request, reply, received) => {
      const { name: by } = userOf(request);
      requireOwnName(by, request.headers[AS_HEADER]);
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const who = { ...whoIs(by), key: repeatedKey(request), signal: gone.signal };
      const result = await performForOthers(operation, access, received, who);
      // Fastify would send nothing for null.
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(result ?? null));
    });
  }
  for (const [name, route] of Object.entries(routes)) {
    const { takes, input, handle } = route;
    const mountOn = (scope: FastifyInstance): void =>
      mount(scope, name, route, async (request, reply, received) => {
        try {
          return await handle(request, reply, parseInput(input, received) as never);
        } catch (error) {
          throw asFailure(error, 'read');
        }
      });
    if (takes === undefined) mountOn(app);
    else
      void app.register((scope, _options, done) => {
        scope.addContentTypeParser(takes, { parseAs: 'buffer' }, (_request, body, parsed) =>
          parsed(null, body),
        );
        mountOn(scope);
        done();
      });
  }
}

type Mounted = Pick<ApiRoute, 'role' | 'input' | 'bodyBytes' | 'isStream' | 'isSignIn' | 'compress'>;

function mount(
  app: FastifyInstance,
  name: string,
  { role, input, bodyBytes, isStream = false, isSignIn = false, compress }: Mounted,
  handle: (request: FastifyRequest, reply: FastifyReply, received: unknown) => unknown,
): void {
  const { method, path } = addressOf(name as OperationName);
  app.route({
    config: { role, isStream, isSignIn },
    ...(bodyBytes !== undefined && { bodyLimit: bodyBytes }),
    ...(compress === false && { compress }),
    method,
    url: path,
    exposeHeadRoute: !isStream,
    handler: (request, reply) => handle(request, reply, receivedInput(request, { path, input })),
  });
}

/** Merges query, body and path; the path takes precedence. */
function receivedInput(
  { params, query, body }: FastifyRequest,
  { path, input }: { path: string; input: z.ZodType },
): unknown {
  const inBody = Buffer.isBuffer(body) ? {} : (body ?? {});
  if (typeof inBody !== 'object' || Array.isArray(inBody))
    throw new BadRequest('The body must be a JSON object. Nothing was done.');
  const { project, name, ...others } = params as Record<string, string>;
  const inPath = namesRelease(path)
    ? { id: releaseId({ project: project ?? '', name: name ?? '' }), ...others }
    : (params as object);
  return { ...inQuery(input, query as Record<string, unknown>), ...inBody, ...inPath };
}

/** Query values are strings, so a field of another type is parsed as JSON. */
function inQuery(input: z.ZodType, query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shape = input instanceof z.ZodObject ? (input.shape as Record<string, z.ZodType>) : {};
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => {
      const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
      return [key, schema === undefined || isText(schema) ? value : parsed(value)];
    }),
  );
}

function isText(schema: z.ZodType): boolean {
  const { type, innerType } = schema.def as { type: string; innerType?: z.ZodType };
  return innerType === undefined ? type === 'string' || type === 'enum' : isText(innerType);
}

function parsed(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}

function requireOwnName(name: string, header: string | string[] | undefined): void {
  if (header === undefined) return;
  const as = decoded(String(header));
  if (as !== name) throw new BadRequest(`The token is the token of ${name}, not of ${as}. Nothing was done.`);
}

function decoded(text: string): string {
  try {
    const as = decodeURIComponent(text);
    if (operatorNameFault(as) === null) return as;
  } catch {
    // A malformed name gets the same refusal.
  }
  throw new BadRequest(`The header ${AS_HEADER} names nobody. Nothing was done.`);
}

/** The idempotency key: any ASCII text that no other request uses. */
function repeatedKey({ headers }: FastifyRequest): string | undefined {
  const key = headers[REPEATED_HEADER];
  if (key === undefined || /^[\x21-\x7e]{1,200}$/.test(String(key))) return key as string | undefined;
  const message = `${REPEATED_HEADER} must be 1 to 200 letters, digits and signs of ASCII, without spaces. Nothing was done.`;
  throw refusal(400, 'bad_request', message);
}
