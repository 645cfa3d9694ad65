import type { FastifyInstance } from 'fastify';
import { isBoundedJson } from '../http/bounded-json';
import { refusal } from '../operations/failure';

const MOST_VALUES = 200_000;

/** A form of another site cannot send it without asking first. */
export function takeJsonOnly(scope: FastifyInstance, bodyLimit?: number): void {
  scope.removeAllContentTypeParsers();
  const parse = scope.getDefaultJsonParser('error', 'error');
  const options = { parseAs: 'string', ...(bodyLimit !== undefined && { bodyLimit }) } as const;
  scope.addContentTypeParser<string>('application/json', options, (request, body, done) => {
    if (body === '') done(null, undefined);
    else if (isBoundedJson(body, MOST_VALUES)) void parse(request, body, done);
    else done(TOO_MUCH);
  });
}

const TOO_MUCH = refusal(
  413,
  'too_large',
  `The request is nested more than 100 levels deep, or has more than ${MOST_VALUES} values. Nothing was done.`,
);
