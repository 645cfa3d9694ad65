/** Contents on their way to the store: parts wait in files of this process until all are there, and their digest is right. */
import { createHash, randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileChunks } from '../files/regular-file';
import type { ContentStore } from '../store/content-store';
import { StoreError } from '../store/store-error';
import type { Budget, Claim } from './budget';
import { refusal } from '../operations/failure';

/** Whoever has not sent anything for so long begins again. */
const IDLE_MS = 3_600_000;
/** And after this, where others need the room. */
const LEFT_AFTER_MS = 60_000;

const BUSY = refusal(
  429,
  'too_many',
  'Another part of this upload is being sent. Try again when it has ended.',
);

interface Part {
  operator: string;
  sha256: string;
  offset: number;
  total: number;
  bytes: Buffer;
}

interface Upload {
  operator: string;
  path: string;
  bytes: number;
  total: number;
  touchedAtMs: number;
  /** One part at a time. */
  isBusy: boolean;
  claim: Claim;
}

export class ArrivingContents {
  readonly #open = new Map<string, Upload>();
  #directory: Promise<string> | null = null;

  constructor(
    private readonly store: ContentStore,
    private readonly budget: Budget,
  ) {}

  /** How many bytes of it are there. */
  begun(operator: string, sha256: string): number {
    return this.#open.get(`${operator} ${sha256}`)?.bytes ?? 0;
  }

  /** Where the next part begins; null: all of it is kept. */
  async add(part: Part): Promise<number | null> {
    const { operator, sha256, offset, total, bytes } = part;
    const end = offset + bytes.byteLength;
    // An empty part at the end asks what became of all that was sent.
    if (end > total || (bytes.byteLength === 0 && offset !== total))
      throw refusal(
        400,
        'bad_request',
        'This part is empty or goes beyond the total size. Nothing of it was kept.',
      );
    // Most are one part, and need no file.
    if (offset === 0 && end === total) return this.#keep(sha256, () => Readable.from([bytes]));
    const upload = await this.#upload(part);
    if (upload.isBusy) throw BUSY;
    // It was sent meanwhile, or this process knows nothing of what was sent before.
    if (upload.bytes !== offset) return upload.bytes;
    upload.isBusy = true;
    try {
      await appendFile(upload.path, bytes);
      upload.bytes = end;
      upload.touchedAtMs = Date.now();
      if (end === total) await this.#keep(sha256, () => fileChunks(upload.path));
    } catch (error) {
      // Nobody knows how much of it was written, or it is damaged.
      await this.#drop(`${operator} ${sha256}`);
      throw error;
    }
    if (end === total) await this.#drop(`${operator} ${sha256}`);
    upload.isBusy = false;
    return end === total ? null : end;
  }

  async close(): Promise<void> {
    const directory = await this.#directory?.catch(() => null);
    if (directory) await rm(directory, { recursive: true, force: true });
  }

  /** What is damaged is not put: the store would keep it under the digest that it has. */
  async #keep(sha256: string, open: () => AsyncIterable<Buffer>): Promise<null> {
    const hash = createHash('sha256');
    for await (const chunk of open()) hash.update(chunk);
    if (hash.digest('hex') !== sha256)
      throw refusal(
        422,
        'damaged',
        'The content does not match its SHA-256: it was damaged on its way. Nothing was kept. Send it again.',
      );
    await this.store.put(open());
    return null;
  }

  async #upload({ operator, sha256, total }: Part): Promise<Upload> {
    await this.#dropIdle();
    const directory = await this.#place();
    const key = `${operator} ${sha256}`;
    const known = this.#open.get(key);
    if (known?.total === total) return known;
    if (known?.isBusy === true) throw BUSY;
    if (known !== undefined) await this.#drop(key);
    const claim = await this.#room(operator);
    const path = join(directory, randomUUID());
    const upload = { operator, path, bytes: 0, total, touchedAtMs: Date.now(), isBusy: false, claim };
    this.#open.set(key, upload);
    return upload;
  }

  /** Uploads that were broken off make room for others. */
  async #room(operator: string): Promise<Claim> {
    const left = [...this.#open]
      .filter(([, { isBusy, touchedAtMs }]) => !isBusy && Date.now() - touchedAtMs > LEFT_AFTER_MS)
      .sort(([, one], [, other]) => one.touchedAtMs - other.touchedAtMs);
    const own = left.filter(([, upload]) => upload.operator === operator);
    for (const [key] of [...own, ...left]) {
      try {
        return this.#begin(operator);
      } catch {
        await this.#drop(key);
      }
    }
    return this.#begin(operator);
  }

  #begin(operator: string): Claim {
    return this.budget.begin({ kind: 'operator', name: operator }, { uploads: 1 });
  }

  async #place(): Promise<string> {
    this.#directory ??= mkdtemp(join(tmpdir(), 'locrelease-uploads-'));
    try {
      return await this.#directory;
    } catch (cause) {
      this.#directory = null;
      throw new StoreError('unwritable', `The gateway cannot keep parts of an upload in ${tmpdir()}.`, {
        cause,
      });
    }
  }

  async #dropIdle(): Promise<void> {
    for (const [key, { touchedAtMs }] of this.#open)
      if (Date.now() - touchedAtMs > IDLE_MS) await this.#drop(key);
  }

  async #drop(key: string): Promise<void> {
    const upload = this.#open.get(key);
    this.#open.delete(key);
    if (upload === undefined) return;
    await rm(upload.path, { force: true });
    upload.claim.end();
  }
}
