/** What every route of the API has in common. */
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { name } from '../../domain/fields';
import { releaseId, type ReleaseName } from '../../domain/identity';
import { refusal } from '../../protocol/console-api';

export type ApiApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Of an address that names a release or a schedule. */
export const named = z.object({ project: name, name });

/** The address of one release. */
export const RELEASE = '/api/releases/:project/:name';

export const idOf = (params: ReleaseName): string => releaseId(params);

export const refusals = {
  '4xx': json('Refused. See error and message.', refusal),
  '5xx': json('Temporal, a worker or the store does not answer, or an unexpected error.', refusal),
};

/** Of a route that answers so, or refuses. */
export function answers<Schema extends z.ZodType>(schema: Schema) {
  return { 200: json('done', schema), ...refusals };
}

/** Of a route whose answer is no JSON. */
export function sends(contentType: string, description: string) {
  return { 200: { description, content: { [contentType]: { schema: z.any() } } }, ...refusals };
}

function json<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } };
}
