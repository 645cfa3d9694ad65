/** Contents by their SHA-256, sent in parts before a release is started with them. */
import * as z from 'zod';
import {
  CONTENT_PART_BYTES,
  contentParams,
  contentPart,
  contentState,
  type ContentState,
} from '../protocol/contents';
import type { ContentStore } from '../store/content-store';
import { StoreError } from '../store/store-error';
import { apiRoute } from './api-route';
import type { ArrivingContents } from './arriving-contents';
import { userOf } from './console-api/guard';

export function contentRoutes({ store, uploads }: { store: ContentStore; uploads: ArrivingContents }) {
  return {
    contentState: apiRoute({
      summary: 'Ask whether a content is kept; 404: not yet, and upload-offset says how many bytes are there',
      role: 'operate',
      input: contentParams,
      handle: async (request, reply, { sha256 }) => {
        if (await keptAnew(store, sha256)) return reply.status(200).send();
        return reply
          .header('upload-offset', uploads.begun(userOf(request).name, sha256))
          .status(404)
          .send();
      },
    }),
    putContent: apiRoute({
      summary: 'Send a part of a content; returns where the next part begins',
      role: 'operate',
      input: z.strictObject({ ...contentParams.shape, ...contentPart.shape }),
      output: contentState,
      takes: 'application/octet-stream',
      bodyBytes: CONTENT_PART_BYTES,
      handle: async (request, _reply, place): Promise<ContentState> => {
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        return { next: await uploads.add({ ...place, operator: userOf(request).name, bytes }) };
      },
    }),
  };
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
