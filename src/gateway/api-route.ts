/** What the gateway does by itself, as a row of the table: its replies are no plain JSON, or it needs the connection. */
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import type * as z from 'zod';
import type { Role } from '../domain/roles';
import type { Described } from '../operations/operation';
import { isBoundedJson } from '../http/replies/reply-text';
import { refusal } from '../operations/failure';

export interface ApiRoute extends Omit<Described, 'role' | 'output'> {
  role: Role | 'anyone';
  /** Left out: it sends no JSON, or nothing at all. */
  output?: z.ZodType;
  /** What it sends, where that is no JSON: its media type. */
  sends?: string;
  /** What it takes as a body, where that is no JSON. */
  takes?: 'application/octet-stream';
  /** Open for as long as somebody listens, and counted as such. */
  isStream?: boolean;
  isSignIn?: boolean;
  /** A compressor holds back what should be told at once, hides a length, and tells what stands beside a secret (BREACH). */
  compress?: false;
  /** `said` was checked against the schema of the input. */
  handle: (request: FastifyRequest, reply: FastifyReply, said: never) => unknown;
}

/** Keeps the type of what is said with the schema that it was checked by. */
export function apiRoute<Input extends z.ZodType>(
  route: Omit<ApiRoute, 'input' | 'handle'> & {
    input: Input;
    handle: (request: FastifyRequest, reply: FastifyReply, said: z.output<Input>) => unknown;
  },
): ApiRoute {
  return route;
}

const MOST_VALUES = 200_000;

/** A form of another site cannot send it without asking first. */
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
