/**
 * Contents that go to the store of a gateway, in parts where they are large. What is there already is not sent again:
 * so sending goes on where it was after a cut.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { requestOf } from '../protocol/addresses';
import { CONTENT_PART_BYTES } from '../protocol/contents';
import { StoreError } from '../store/store-error';
import type { StoreReader, StoreWriter } from '../store/unwritten-store';
import type { GatewayRequests } from './gateway-requests';
import { GatewayUnreachable } from './gateway-unreachable';

const MOST_CUTS = 5;
const PAUSE_MS = 500;

interface Content {
  sha256: string;
  bytes: Buffer<ArrayBuffer>;
}

export class GatewayContents implements StoreReader, StoreWriter {
  readonly #own = new Map<string, Buffer>();

  constructor(private readonly requests: GatewayRequests) {}

  async put(text: string): Promise<{ sha256: string }> {
    const content = contentOf(Buffer.from(text));
    this.#own.set(content.sha256, content.bytes);
    for (let cuts = 0; ; cuts += 1) {
      try {
        await this.#send(content);
        return { sha256: content.sha256 };
      } catch (error) {
        if (!(error instanceof GatewayUnreachable) || cuts === MOST_CUTS) throw error;
        await delay(PAUSE_MS * 2 ** cuts);
      }
    }
  }

  get(sha256: string): Promise<Buffer> {
    const own = this.#own.get(sha256);
    if (own !== undefined) return Promise.resolve(own);
    return Promise.reject(new StoreError('absent', `Content ${sha256} is not on this machine.`));
  }

  async #send(content: Content): Promise<void> {
    const parts = partsOf(content);
    const contents = [...new Set([content, ...parts].map(({ sha256 }) => sha256))];
    const missing = new Set(
      z.array(z.string()).parse(await this.requests.json(requestOf('missingContents', { contents }))),
    );
    if (!missing.has(content.sha256)) return;
    for (const { sha256, bytes } of parts) {
      if (missing.delete(sha256))
        await this.requests.json({ ...requestOf('putContent', { sha256 }), body: null, bytes });
    }
    if (!missing.has(content.sha256)) return;
    const joining = { sha256: content.sha256, parts: parts.map(({ sha256 }) => sha256) };
    await this.requests.json(requestOf('joinContent', joining));
  }
}

/** One that is small is its own part. */
function partsOf({ bytes }: Content): Content[] {
  const count = Math.max(1, Math.ceil(bytes.byteLength / CONTENT_PART_BYTES));
  return Array.from({ length: count }, (_none, index) =>
    contentOf(bytes.subarray(index * CONTENT_PART_BYTES, (index + 1) * CONTENT_PART_BYTES)),
  );
}

function contentOf(bytes: Buffer<ArrayBuffer>): Content {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
}
