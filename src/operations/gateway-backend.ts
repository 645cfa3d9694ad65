/** Performs operations at a gateway; it needs neither Temporal nor the store nor the services. */
import * as z from 'zod';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { releaseLink, parseReleaseName } from '../client/releases/release-name';
import { addressOf, namesRelease, requestOf, CONTENT_PART_BYTES } from '../protocol/addresses';
import { replaceFile } from '../store/replace-file';
import { StoreError } from '../store/store-error';
import type { StoreReader, StoreWriter } from '../store/unwritten-store';
import type { Ask, Backend, ExportedContent } from './backend';
import { GatewayRequests, type GatewayPlace } from './gateway-requests';
import { GatewayUnreachable } from './failure';

export class GatewayBackend implements Backend {
  readonly sharesFiles = false;
  readonly contents: GatewayContents;
  readonly #requests: GatewayRequests;

  constructor(
    private readonly place: GatewayPlace,
    /** The claimed name, which the gateway compares with the token's. */
    private readonly as: string | undefined,
  ) {
    this.#requests = new GatewayRequests(place);
    this.contents = new GatewayContents(this.#requests);
  }

  readonly ask: Ask = async (name, input) => {
    const { id } = input as { id?: unknown };
    if (typeof id === 'string' && namesRelease(addressOf(name).path)) parseReleaseName(id);
    // The gateway uses the same table, so the result has the operation's type.
    return (await this.#requests.json({ ...requestOf(name, input), as: this.as })) as never;
  };

  async copyTo({ sha256, of }: ExportedContent, target: string): Promise<void> {
    const request =
      'release' in of
        ? requestOf('file', { id: of.release, sha256 })
        : requestOf('workFile', { work: of.work, sha256 });
    await this.#requests.exchange(request, async (reply) => {
      if (!reply.ok || reply.body === null)
        throw this.#requests.refused(reply.status, await reply.json().catch(() => null));
      await replaceFile(target, this.#checked(reply.body as AsyncIterable<Uint8Array>, sha256));
    });
  }

  isStored(): Promise<boolean> {
    return Promise.resolve(false);
  }

  readonly rules = (): object => ({});

  readonly linkOf = (id: string): string => releaseLink(this.place.server, id);

  close(): Promise<void> {
    return Promise.resolve();
  }

  async *#checked(content: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    try {
      for await (const chunk of content) {
        hash.update(chunk);
        yield chunk;
      }
    } catch (cause) {
      throw new GatewayUnreachable(
        `The download from ${this.place.server} was cut off. The file was not written. Run the command again.`,
        { cause },
      );
    }
    if (hash.digest('hex') !== sha256)
      throw new StoreError(
        'damaged',
        'The download does not match its SHA-256: it was damaged on its way. The file was not written. Run the command again.',
      );
  }
}

const MOST_CUTS = 5;
const PAUSE_MS = 500;

interface Content {
  sha256: string;
  bytes: Buffer<ArrayBuffer>;
}

/**
 * Uploads contents to a gateway's store, large ones in parts. Stored parts are not sent again, so an upload resumes
 * after a broken connection.
 */
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

/** A small content is its own only part. */
function partsOf({ bytes }: Content): Content[] {
  const count = Math.max(1, Math.ceil(bytes.byteLength / CONTENT_PART_BYTES));
  return Array.from({ length: count }, (_none, index) =>
    contentOf(bytes.subarray(index * CONTENT_PART_BYTES, (index + 1) * CONTENT_PART_BYTES)),
  );
}

function contentOf(bytes: Buffer<ArrayBuffer>): Content {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
}
