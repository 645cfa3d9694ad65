/** Serves recorded replies: each endpoint in the order of its exchanges, and then its last reply again and again. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { ZipFile } from 'yazl';
import * as z from 'zod';
import {
  DOWNLOAD_PLACEHOLDER,
  recordedCallback,
  recordedExchange,
  type RecordedExchange,
} from '../http/replies/transcript';
import { signatureOf } from './localization/signature';
import { createApp, listening } from './app';

export interface Replay {
  url: string;
  exchanges: number;
  close(): Promise<void>;
}

const prefixes = { localization: '/api/open/v1', social: '/api/v1' } as const;
const DOWNLOAD = 'GET /download';
/** The secret of the callbacks' signatures, which the listener must have too. It protects nothing. */
export const REPLAY_SECRET = 'replay';

export function readRecording(directory: string): RecordedExchange[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => recordedExchange.parse(JSON.parse(readFileSync(join(directory, name), 'utf8'))));
}

export async function startReplay(
  recording: readonly RecordedExchange[],
  { host = '127.0.0.1', port = 0 }: { host?: string; port?: number } = {},
): Promise<Replay> {
  const app = createApp(host);
  let url = '';
  const taken = new Map<string, number>();
  const next = (service: Service, endpoint: string): RecordedExchange | null => {
    const fitting = recording.filter(
      (exchange) => exchange.service === service && exchange.endpoint === endpoint,
    );
    const place = taken.get(`${service} ${endpoint}`) ?? 0;
    taken.set(`${service} ${endpoint}`, place + 1);
    return fitting[Math.min(place, fitting.length - 1)] ?? null;
  };
  const signatures = recording
    .filter(({ endpoint }) => endpoint === 'callback')
    .map(({ request }) => recordedCallback.parse(request.body).signature);
  app.addHook('preHandler', async ({ url: path, body }) => {
    if (path === `${prefixes.localization}/tasks/create`) await callBack(body, signatures);
  });
  for (const service of ['localization', 'social'] as const) {
    app.route({
      method: ['GET', 'POST'],
      url: `${prefixes[service]}/*`,
      handler: (request, reply) => {
        const path = new URL(request.url, 'http://any').pathname.slice(prefixes[service].length);
        const endpoint = `${request.method} ${documentedPath(service, path)}`;
        const exchange = next(service, endpoint);
        if (exchange === null) return refuse(reply, service, endpoint);
        return sendReply(reply, exchange, `${url}/download`);
      },
    });
  }
  let latest: RecordedExchange | null = null;
  app.get('/download', (_request, reply) => {
    latest = next('localization', DOWNLOAD);
    return latest === null ? refuse(reply, 'localization', DOWNLOAD) : sendFile(reply, latest);
  });
  app.get('/download/elsewhere', async (_request, reply) => reply.send(await bytesIn(latest)));
  url = await listening(app, { host, port });
  return {
    url,
    exchanges: recording.length,
    close: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

type Service = RecordedExchange['service'];

function sendReply(reply: FastifyReply, exchange: RecordedExchange, downloadUrl: string): FastifyReply {
  const { status, headers, body } = exchange.reply;
  const text = body.kind === 'text' ? body.value : '';
  const json = body.kind === 'json' ? JSON.stringify(body.value) : null;
  return reply
    .status(status)
    .headers(pickHeaders(headers, ['content-type', 'retry-after']))
    .send(json === null ? text : json.replaceAll(DOWNLOAD_PLACEHOLDER, downloadUrl));
}

/** Callbacks are sent before the reply to the call that requests them, so that they surely arrive; once each. */
async function callBack(body: unknown, signatures: string[]): Promise<void> {
  const request: unknown = Buffer.isBuffer(body) ? JSON.parse(body.toString('utf8')) : null;
  const callbackUrl = callbackRequest.safeParse(request).data?.callback_url;
  if (callbackUrl === undefined) return;
  for (const signature of signatures.splice(0)) {
    const timestamp = new Date().toISOString();
    const seconds = String(Math.floor(Date.now() / 1000));
    const payload = JSON.stringify({ event: 'task.completed', delivery_id: signature, timestamp });
    const signed = { 'timestamp-header': seconds, 'timestamp-in-payload': timestamp, none: '' }[signature];
    await fetch(callbackUrl, {
      method: 'POST',
      body: payload,
      headers: {
        'content-type': 'application/json',
        'x-svc-timestamp': seconds,
        'x-svc-sign': signatureOf(signed ?? 'another formula', Buffer.from(payload), REPLAY_SECRET),
      },
    }).catch(() => null);
  }
}

const callbackRequest = z.object({ callback_url: z.url() });

function documentedPath(service: Service, path: string): string {
  return service === 'social' ? path.replace(/^\/posts\/[^/]+/, '/posts/{postId}') : path;
}

function pickHeaders(
  headers: Readonly<Record<string, string>>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
}

/** The refusal has the service's form, so that the client can read it. */
function refuse(reply: FastifyReply, service: Service, endpoint: string): FastifyReply {
  const message = `${endpoint} was not recorded`;
  return reply
    .status(501)
    .type('application/json; charset=utf-8')
    .send(
      service === 'localization'
        ? { success: false, code: 501, msg: message, trace_id: 'replay', data: null }
        : { error: { code: 'not_recorded', message, params: {} }, meta: { requestId: 'replay' } },
    );
}

async function sendFile(reply: FastifyReply, exchange: RecordedExchange): Promise<FastifyReply> {
  const { status, headers } = exchange.reply;
  if (status >= 300 && status < 400) return reply.redirect('/download/elsewhere', status);
  const bytes = await bytesIn(exchange);
  const type = pickHeaders(headers, ['content-type']);
  if (headers['content-encoding'] === 'gzip') {
    return reply.headers({ ...type, 'content-encoding': 'gzip' }).send(gzipSync(bytes));
  }
  const hasLength = headers['content-length'] !== undefined;
  return reply
    .status(status)
    .headers(type)
    .send(hasLength ? bytes : Readable.from([bytes]));
}

async function bytesIn(exchange: RecordedExchange | null): Promise<Buffer> {
  const body = exchange?.reply.body;
  if (body?.kind === 'ini') return Buffer.from(body.base64, 'base64');
  if (body?.kind !== 'zip') return Buffer.alloc(0);
  const archive = new ZipFile();
  for (const name of body.names) archive.addBuffer(Buffer.alloc(0), name);
  archive.end();
  const chunks: Buffer[] = [];
  for await (const chunk of archive.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
