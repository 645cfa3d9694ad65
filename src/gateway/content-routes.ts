/** Contents by their SHA-256: up in parts, before a release is started with them; down to those who may read what made them. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import * as z from 'zod';
import type { ReleaseClient } from '../client/release-client';
import type { WorkClient } from '../client/work-client';
import type { Operators } from '../domain/roles';
import type { ExportedFile } from '../domain/status';
import { CONTENT_PART_BYTES, contentParams, contentPart, type ContentState } from '../protocol/contents';
import { work } from '../protocol/message-schemas';
import type { ContentStore } from '../store/content-store';
import { StoreError } from '../store/store-error';
import { requireRole, speakerOf } from './bearer';
import { ApiRefusal } from './console-api/api-refusal';
import { holdLastChunk } from './console-api/hold-last-chunk';
import { ArrivingContents } from './arriving-contents';
import type { Budget } from './budget';

interface Surroundings {
  store: ContentStore;
  releases: ReleaseClient;
  works: WorkClient;
  operators: Operators;
  budget: Budget;
}

const owner = z.union([
  z.strictObject({ release: z.string().min(1).max(500) }),
  z.strictObject({ work: z.string().max(20_000) }),
]);

export function mountContents(
  scope: FastifyInstance,
  { store, releases, works, operators, budget }: Surroundings,
): void {
  const uploads = new ArrivingContents(store, budget);
  scope.addHook('onClose', () => uploads.close());
  scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, parsed) =>
    parsed(null, body),
  );

  scope.head('/api/contents/:sha256', async (request, reply) => {
    const speaker = speakerOf(operators, request);
    requireRole(speaker, 'operate');
    const { sha256 } = checked(contentParams, request.params);
    if (await keptAnew(store, sha256)) return reply.status(200).send();
    return begun(reply, uploads.begun(speaker.name, sha256)).status(404).send();
  });

  scope.put(
    '/api/contents/:sha256',
    { bodyLimit: CONTENT_PART_BYTES },
    async (request): Promise<ContentState> => {
      const speaker = speakerOf(operators, request);
      requireRole(speaker, 'operate');
      const { sha256 } = checked(contentParams, request.params);
      const place = checked(contentPart, request.query);
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      return { next: await uploads.add({ ...place, operator: speaker.name, sha256, bytes }) };
    },
  );

  scope.get('/api/contents/:sha256', { exposeHeadRoute: false }, async (request, reply) => {
    requireRole(speakerOf(operators, request), 'read');
    const { sha256 } = checked(contentParams, request.params);
    const file = (await exportedBy(checked(owner, request.query))).find((one) => one.sha256 === sha256);
    if (file === undefined)
      throw new ApiRefusal(403, 'not-exported', 'This release or task has not exported such a file.');
    return reply
      .type('application/octet-stream')
      .header('content-length', file.bytes)
      .send(Readable.from(holdLastChunk(store.read(sha256), file.bytes)));
  });

  async function exportedBy(by: z.output<typeof owner>): Promise<readonly ExportedFile[]> {
    if ('release' in by) return (await releases.status(by.release)).export?.files ?? [];
    return (await works.status(checked(work, parsed(by.work)))).files;
  }
}

function begun(reply: FastifyReply, bytes: number): FastifyReply {
  return reply.header('upload-offset', bytes);
}

/** Whether it is there and whole. Put again, it is not collected before it is used. */
async function keptAnew(store: ContentStore, sha256: string): Promise<boolean> {
  try {
    await store.put(store.read(sha256));
    return true;
  } catch (error) {
    if (error instanceof StoreError && (error.kind === 'absent' || error.kind === 'damaged')) return false;
    throw error;
  }
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data } = schema.safeParse(value);
  if (!success) throw new ApiRefusal(400, 'bad-request', 'The request cannot be read.');
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
