/** Stores built files in memory while their signed links are valid, and serves them as an object store does. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { limits } from '../../localization/vocabulary';
import type { FaultRule } from '../faults';
import { Refusal } from '../refusal';
import { misbehave, reachesClient, strikeRequest, type SandboxContext } from '../service';
import type { Readings } from '../readings/catalogue';

/** Beyond this size the least recently used files are removed, although their links are still valid. */
const MAX_STORED_BYTES = 1024 * 1024 * 1024;

export interface BuiltFile {
  owner: string;
  name: string;
  mediaType: string;
  chunks: readonly Buffer[];
}

interface StoredFile extends BuiltFile {
  bytes: number;
}

type FileRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

type Link = Readonly<{ id: string; expires: string; signature: string }>;

export class SignedFiles {
  readonly #key = randomBytes(32);
  readonly #files = new LRUCache<string, StoredFile>({
    maxSize: MAX_STORED_BYTES,
    // A file larger than the cache counts as the whole of it. The cache requires a size of an empty one too.
    sizeCalculation: ({ bytes }) => Math.min(Math.max(1, bytes), MAX_STORED_BYTES),
  });

  constructor(private readonly context: SandboxContext) {}

  keep(file: BuiltFile): { id: string; url: string; expiresAtMs: number; bytes: number } {
    const { clock, origin } = this.context;
    const id = randomUUID();
    const bytes = file.chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    this.#files.set(id, { ...file, bytes });
    clock.after(limits.downloadLinkMs, () => this.#files.delete(id));
    const expiresAtMs = Math.trunc(clock.nowMs()) + limits.downloadLinkMs;
    const query = `expires=${expiresAtMs}&signature=${this.#sign(id, String(expiresAtMs))}`;
    return { id, url: `${origin()}/sandbox/files/${id}?${query}`, expiresAtMs, bytes };
  }

  mount(app: FastifyInstance): void {
    const serve = (request: FileRequest, reply: FastifyReply) => this.#serve(request, reply);
    if (this.context.profile.readings['download-link'] !== 'redirect') {
      app.get('/sandbox/files/:id', serve);
      return;
    }
    app.get('/sandbox/files/:id', ({ url }, reply) =>
      reply.redirect(url.replace('/files/', '/objects/'), 302),
    );
    app.get('/sandbox/objects/:id', serve);
  }

  #sign(id: string, expires: string): string {
    return createHmac('sha256', this.#key).update(`${id}?${expires}`).digest('hex');
  }

  #open({ id, expires, signature }: Link): StoredFile | Refusal {
    const expected = Buffer.from(this.#sign(id, expires));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return refused(403, 'SignatureDoesNotMatch', 'The signature does not match the request.');
    }
    if (Number(expires) <= this.context.clock.nowMs()) {
      return refused(403, 'AccessDenied', 'Request has expired.');
    }
    return this.#files.get(id) ?? refused(404, 'NoSuchKey', 'The file does not exist.');
  }

  async #serve(request: FileRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { params, query } = request;
    const link = { id: params.id, expires: String(query.expires), signature: String(query.signature) };
    const fault = strikeRequest(this.context, 'GET /download');
    const result = fault?.do === 'refuse' ? refusedBy(fault) : this.#open(link);
    this.#record(link.id, result, fault);
    if (fault?.do === 'lose-reply' || fault?.do === 'endless')
      return beginOnly(reply, result, fault.do === 'lose-reply');
    if (await misbehave(fault, request, reply)) return reply;
    if (result instanceof Refusal) return sendError(reply, result);
    return sendFile(reply, result, this.context.profile.readings['download-link']);
  }

  #record(id: string, result: StoredFile | Refusal, fault: FaultRule | null): void {
    this.context.journal.add({
      kind: 'request',
      service: 'localization',
      subject: 'GET /download',
      owner: this.#files.get(id)?.owner ?? null,
      code: result instanceof Refusal ? (result.more.httpStatus ?? 500) : 0,
      effect: null,
      answered: reachesClient(fault?.do ?? null),
      fault: fault?.do ?? null,
      ids: { file_id: id },
    });
  }
}

function fileHeaders({ name, mediaType, bytes }: StoredFile) {
  return {
    'content-type': mediaType,
    'content-length': String(bytes),
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  };
}

function sendFile(reply: FastifyReply, file: StoredFile, reading: Readings['download-link']): FastifyReply {
  const { 'content-length': length, ...headers } = fileHeaders(file);
  const chunks = Readable.from(file.chunks);
  switch (reading) {
    case 'gzip':
      return reply.headers({ ...headers, 'content-encoding': 'gzip' }).send(chunks.pipe(createGzip()));
    case 'no-length':
      return reply.headers(headers).send(chunks);
    default:
      return reply.headers({ ...headers, 'content-length': length }).send(chunks);
  }
}

function refusedBy({ code, message = 'refused on request', retryAfter }: FaultRule): Refusal {
  return refused(typeof code === 'number' ? code : 500, 'Refused', message, retryAfter);
}

function refused(httpStatus: number, code: string, message: string, retryAfter?: string): Refusal {
  return new Refusal(code, message, { httpStatus, retryAfter });
}

function sendError(reply: FastifyReply, { code, message, more }: Refusal): FastifyReply {
  const { httpStatus = 500, retryAfter } = more;
  const text = message.replace(/[<>&]/g, ' ');
  return reply
    .status(httpStatus)
    .headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter })
    .type('application/xml')
    .send(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${text}</Message></Error>`,
    );
}

/** Sends half of the first chunk, then breaks the connection or sends nothing more. */
function beginOnly(reply: FastifyReply, result: StoredFile | Refusal, thenBreak: boolean): FastifyReply {
  reply.hijack();
  const { raw } = reply;
  if (result instanceof Refusal) {
    raw.destroy();
    return reply;
  }
  const [first = Buffer.alloc(0)] = result.chunks;
  raw.writeHead(200, fileHeaders(result));
  raw.write(first.subarray(0, first.length / 2), () => {
    if (thenBreak) raw.destroy();
  });
  return reply;
}
