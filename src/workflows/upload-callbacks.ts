import { condition } from '@temporalio/workflow';
import type { Message } from '../protocol/message-schemas';

/** How an upload ended, as far as the service tells. */
export type UploadEnd = NonNullable<Message<'callback'>['upload']>;

/** More than can be under way at once; doubles that come late would pile up otherwise. */
const KEPT = 20;

/** The ends of term uploads, as they are told. One may come before the call that it is about has been answered. */
export class UploadCallbacks {
  readonly #ends = new Map<string, UploadEnd>();

  put(end: UploadEnd): void {
    this.#ends.set(end.uploadId, end);
    const [oldest] = this.#ends.keys();
    if (oldest !== undefined && this.#ends.size > KEPT) this.#ends.delete(oldest);
  }

  /** The end of an upload, told once; null where none came in time. */
  async take(uploadId: string, withinMs: number): Promise<UploadEnd | null> {
    await condition(() => this.#ends.has(uploadId), withinMs, { summary: 'the term upload: next check' });
    const end = this.#ends.get(uploadId) ?? null;
    this.#ends.delete(uploadId);
    return end;
  }
}
