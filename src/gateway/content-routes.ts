/**
 * Uploads of contents by their SHA-256, before a release is started with them. Parts of large ones are contents in the
 * store too, so any gateway can take any part.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { sha256 } from '../domain/fields';
import { refusal } from '../operations/failure';
import { CONTENT_PART_BYTES, MOST_CONTENT_PARTS } from '../protocol/addresses';
import type { ContentStore } from '../store/content-store';
import { StoreError } from '../store/store-error';
import { apiRoute } from './api-route';

const DAMAGED = refusal(
  422,
  'damaged',
  'The content does not match its SHA-256: it was damaged on its way. Nothing was kept. Send it again.',
);

export function contentRoutes(store: ContentStore) {
  return {
    missingContents: apiRoute({
      summary: 'List those of these contents that are not kept yet',
      role: 'operate',
      repeatsSafely: true,
      input: z.strictObject({
        contents: z
          .array(sha256)
          .min(1)
          .max(MOST_CONTENT_PARTS + 1),
      }),
      output: z.array(sha256),
      handle: async (_request, _reply, { contents }) => {
        const missing: string[] = [];
        for (const one of contents) if (!(await storedAnew(store, one))) missing.push(one);
        return missing;
      },
    }),
    putContent: apiRoute({
      summary: 'Send a content, or a part of one',
      role: 'operate',
      repeatsSafely: true,
      input: z.strictObject({ sha256 }),
      output: z.object({ sha256 }),
      takes: 'application/octet-stream',
      bodyBytes: CONTENT_PART_BYTES,
      handle: async ({ body }, _reply, { sha256: expected }) => {
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        if (createHash('sha256').update(bytes).digest('hex') !== expected) throw DAMAGED;
        await store.put(bytes);
        return { sha256: expected };
      },
    }),
    joinContent: apiRoute({
      summary: 'Keep a content whose parts were sent, in their order',
      role: 'operate',
      repeatsSafely: true,
      input: z.strictObject({ sha256, parts: z.array(sha256).min(1).max(MOST_CONTENT_PARTS) }),
      output: z.object({ sha256 }),
      handle: async (_request, _reply, { sha256: expected, parts }) => {
        if ((await store.put(joined(store, parts))).sha256 !== expected) throw DAMAGED;
        return { sha256: expected };
      },
    }),
  };
}

async function* joined(store: ContentStore, parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield* store.read(part);
}

/** True if it is stored and intact. Putting it again renews its age, so that it is not collected before its use. */
async function storedAnew(store: ContentStore, content: string): Promise<boolean> {
  try {
    await store.put(store.read(content));
    return true;
  } catch (error) {
    if (error instanceof StoreError && (error.kind === 'absent' || error.kind === 'damaged')) return false;
    throw error;
  }
}
