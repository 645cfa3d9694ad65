/**
 * Contents that go to the store of a gateway. They are sent in parts: after a cut, sending goes on where it was. What is
 * there already is not sent again.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { requestOf } from '../protocol/addresses';
import { CONTENT_PART_BYTES, contentState } from '../protocol/contents';
import { StoreError } from '../store/store-error';
import type { StoreReader, StoreWriter } from '../store/unwritten-store';
import type { GatewayRequests } from './gateway-requests';
import { GatewayUnreachable } from './gateway-unreachable';

const MOST_CUTS = 5;
const PAUSE_MS = 500;
const MOST_SETBACKS = 3;

const LOST =
  'The gateway has lost the upload several times. Nothing was started. If several gateways share one address, send all requests of one client to the same gateway (sticky sessions).';

export class GatewayContents implements StoreReader, StoreWriter {
  readonly #own = new Map<string, Buffer>();

  constructor(private readonly requests: GatewayRequests) {}

  async put(content: string): Promise<{ sha256: string }> {
    const bytes = Buffer.from(content);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.#own.set(sha256, bytes);
    for (let cuts = 0; ; cuts += 1) {
      try {
        await this.#send(sha256, bytes);
        return { sha256 };
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

  async #send(sha256: string, bytes: Buffer<ArrayBuffer>): Promise<void> {
    const { path } = requestOf('putContent', { sha256 });
    let offset = await this.#begun(path);
    let setbacks = 0;
    while (offset !== null) {
      const part = bytes.subarray(offset, offset + CONTENT_PART_BYTES);
      const query = new URLSearchParams({ offset: String(offset), total: String(bytes.byteLength) });
      const answer = await this.requests.json({
        method: 'PUT',
        path: `${path}?${String(query)}`,
        bytes: part,
      });
      const { next } = contentState.parse(answer);
      if (next !== null && next <= offset) setbacks += 1;
      if (setbacks > MOST_SETBACKS) throw new GatewayUnreachable(LOST);
      offset = next;
    }
  }

  /** How many bytes are there; null: all of them. Why it is refused is told where a part is sent. */
  async #begun(path: string): Promise<number | null> {
    const head = { method: 'HEAD', path } as const;
    const { ok, headers } = await this.requests.exchange(head, (reply) => Promise.resolve(reply));
    if (ok) return null;
    return z.coerce
      .number()
      .int()
      .min(0)
      .catch(0)
      .parse(headers.get('upload-offset') ?? 0);
  }
}
