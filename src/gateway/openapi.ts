/** The OpenAPI description, made from the same table as the routes. */
import * as z from 'zod';
import { nameFault } from '../domain/release/identity';
import { packageVersion } from '../package';
import {
  addressOf,
  addresses,
  namesRelease,
  REPEATED_HEADER,
  type OperationName,
} from '../protocol/addresses';
import { failure } from '../protocol/console-api';
import type { ApiRoute } from './api-route';
import { SESSION_COOKIE } from './console-api/guard';
import type { ApiTable } from './operation-routes';

type Json = Record<string, unknown>;
type Row = Omit<ApiRoute, 'handle'>;

const name = z.string().meta({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$',
  description: nameFault('') ?? '',
});

export function openApi({ operations, routes }: ApiTable, server: string): Json {
  const schemas: Json = {};
  const rows = new Map<string, Row>(Object.entries({ ...operations, ...routes }));
  const paths: Record<string, Json> = {};
  for (const called of Object.keys(addresses) as OperationName[]) {
    const row = rows.get(called);
    if (row === undefined) continue;
    const { method, path } = addressOf(called);
    (paths[path.replace(/:(\w+)/g, '{$1}')] ??= {})[method.toLowerCase()] = operationOf(called, row, schemas);
  }
  const failed = schemaOf(failure, 'output', schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'locrelease',
      description:
        "The operations of a gateway: what the console, the commands and the tools do. Programs send an operator's token; pages have a session.",
      version: packageVersion(),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    security: [{ token: [] }, { session: [], csrf: [] }],
    paths,
    components: {
      schemas,
      responses: {
        Refused: {
          description: 'Refused: the code says why.',
          content: { 'application/json': { schema: failed } },
        },
        Failed: {
          description: 'Temporal, a worker, a service or the store does not answer, or an unexpected error.',
          content: { 'application/json': { schema: failed } },
        },
      },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: "An operator's token." },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: 'Set by POST /api/session.',
        },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'x-csrf-token',
          description: "The session's csrfToken. Required for everything that is not a GET.",
        },
      },
    },
  };
}

function operationOf(called: OperationName, row: Row, schemas: Json): Json {
  const { method, path } = addressOf(called);
  const { summary, role } = row;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, key = '']) => key);
  const { body, parameters } = inputOf(row, { method, inPath, isNamed: namesRelease(path) }, schemas);
  const isReading = method === 'GET';
  return {
    operationId: called,
    summary,
    description: role === 'anyone' ? 'For anybody.' : `Needs the role ${role}.`,
    tags: [tagOf(path)],
    ...(role === 'anyone' ? { security: [] } : isReading && { security: [{ token: [] }, { session: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== null && { requestBody: { required: true, content: body } }),
    responses: {
      ...responseOf(row, schemas),
      '4XX': { $ref: '#/components/responses/Refused' },
      '5XX': { $ref: '#/components/responses/Failed' },
    },
  };
}

function responseOf({ sends, output }: Row, schemas: Json): Json {
  if (sends === undefined && output === undefined) return { 204: { description: 'Done.' } };
  const schema = output === undefined ? textOf(sends) : schemaOf(output, 'output', schemas);
  return { 200: { description: 'Done.', content: { [sends ?? 'application/json']: { schema } } } };
}

const textOf = (mediaType = ''): Json => ({
  type: 'string',
  ...(mediaType.startsWith('application/') && { format: 'binary' }),
});

function inputOf(
  { input, takes, role, repeatsSafely }: Row,
  { method, inPath, isNamed }: { method: string; inPath: readonly string[]; isNamed: boolean },
  schemas: Json,
): { body: Json | null; parameters: Json[] } {
  const whole = schemaOf(input, 'input', schemas) as { properties?: Json; required?: string[] };
  const { properties = {}, required = [] } = whole;
  const parameter = (place: string, key: string, schema: unknown, isRequired: boolean): Json => ({
    name: key,
    in: place,
    required: isRequired,
    schema,
  });
  const names = schemaOf(name, 'input', schemas);
  const ofPath = inPath.map((key) =>
    parameter('path', key, key === 'project' || (isNamed && key === 'name') ? names : properties[key], true),
  );
  const rest = Object.entries(properties).filter(
    ([key]) => !inPath.includes(key) && !(isNamed && key === 'id'),
  );
  const bodied = (method === 'POST' || method === 'PUT') && takes === undefined;
  const ofQuery = bodied
    ? []
    : rest.map(([key, schema]) => parameter('query', key, schema, required.includes(key)));
  const key = { type: 'string', minLength: 1, maxLength: 200 };
  const ofHeader =
    bodied && repeatsSafely === true && role === 'review'
      ? [parameter('header', REPEATED_HEADER, key, false)]
      : [];
  const allowed = {
    ...whole,
    properties: Object.fromEntries(rest),
    required: required.filter((one) => rest.some(([key]) => key === one)),
  };
  return {
    parameters: [...ofPath, ...ofQuery, ...ofHeader],
    body:
      takes !== undefined
        ? { [takes]: { schema: textOf(takes) } }
        : bodied
          ? { 'application/json': { schema: whole.properties === undefined ? whole : allowed } }
          : null,
  };
}

/** A schema with an id is listed once among the components and referenced. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // Removes internal keys that workflows use to check messages.
    override: ({ jsonSchema }) => {
      delete jsonSchema.trim;
      delete jsonSchema.fault;
    },
  }) as Json;
  delete made.$schema;
  const { $defs = {}, ...own } = moved(made);
  for (const [id, part] of Object.entries($defs)) schemas[id] ??= unnamed(part);
  if (typeof own.id !== 'string') return own;
  schemas[own.id] ??= unnamed(own);
  return { $ref: `#/components/schemas/${own.id}` };
}

function unnamed(schema: Json): Json {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'id'));
}

function moved(schema: Json): Json & { $defs?: Record<string, Json> } {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}

const tagOf = (path: string): string => path.split('/')[2]?.replace('.json', '') ?? '';
