/** API routes that are no operations, because they send no plain JSON or need the connection. */
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import type * as z from 'zod';
import type { Role } from '../domain/roles';
import type { Described } from '../operations/operation';
import { isBoundedJson } from '../http/replies/reply-text';
import { refusal } from '../operations/failure';

export interface ApiRoute extends Omit<Described, 'role' | 'output'> {
  role: Role | 'anyone';
  output?: z.ZodType;
  /** The media type of a response that is not JSON. */
  sends?: string;
  /** The media type of a request body that is not JSON. */
  takes?: 'application/octet-stream';
  /** Stays open while the client listens, and is counted as a stream. */
  isStream?: boolean;
  isSignIn?: boolean;
  /** Compression delays events, hides the length, and can leak a secret in the same response (BREACH). */
  compress?: false;
  /** `input` has passed its schema. */
  handle: (request: FastifyRequest, reply: FastifyReply, input: never) => unknown;
}

/** Ties the handler's type to the schema of its input. */
export function apiRoute<Input extends z.ZodType>(
  route: Omit<ApiRoute, 'input' | 'handle'> & {
    input: Input;
    handle: (request: FastifyRequest, reply: FastifyReply, input: z.output<Input>) => unknown;
  },
): ApiRoute {
  return route;
}

const MOST_VALUES = 200_000;

/** A form on another site cannot send JSON without a CORS preflight. */
export function takeJsonOnly(scope: FastifyInstance, bodyLimit: number, mostValues = MOST_VALUES): void {
  scope.removeAllContentTypeParsers();
  const parse = scope.getDefaultJsonParser('error', 'error');
  const options = { parseAs: 'string', bodyLimit } as const;
  scope.addContentTypeParser<string>('application/json', options, (request, body, done) => {
    if (body === '') done(null, undefined);
    else if (isBoundedJson(body, mostValues)) void parse(request, body, done);
    else done(tooMuch(mostValues));
  });
}

const tooMuch = (mostValues: number): Error =>
  refusal(
    413,
    'too_large',
    `The request is nested more than 100 levels deep, or has more than ${mostValues} values. Nothing was done.`,
  );
