/** An upload of terms while it runs: what it knows, and what it is told of its calls. */
import type { TermbaseUploadInput, TermbaseUploadRecord } from '../domain/termbase-upload';
import type { Message } from '../protocol/message-schemas';
import { wait, type Waiting } from './wait';

/** How an upload ended, as far as the service tells. */
export type UploadEnd = NonNullable<Message<'callback'>['upload']>;

/** More than can be under way at once; doubles that come late would pile up otherwise. */
const KEPT = 20;

export class UploadRun implements Waiting {
  /** The ends of uploads, as they are told. One may come before the call that it is about has been answered. */
  readonly #ends = new Map<string, UploadEnd>();

  constructor(
    readonly input: TermbaseUploadInput,
    readonly record: TermbaseUploadRecord,
  ) {}

  handOver(): [TermbaseUploadInput, TermbaseUploadRecord] {
    return [this.input, this.record];
  }

  put(end: UploadEnd): void {
    this.#ends.set(end.uploadId, end);
    const [oldest] = this.#ends.keys();
    if (oldest !== undefined && this.#ends.size > KEPT) this.#ends.delete(oldest);
  }

  /** The end of an upload, told once; null where none came in time. */
  async take(uploadId: string, withinMs: number): Promise<UploadEnd | null> {
    const isTold = (): boolean => this.#ends.has(uploadId);
    await wait(this, isTold, { forMs: withinMs, summary: 'the term upload: next check' });
    const end = this.#ends.get(uploadId) ?? null;
    this.#ends.delete(uploadId);
    return end;
  }
}
