import { condition } from '@temporalio/workflow';
import type { UploadNews } from '../protocol/messages';

/** More than can be under way at once; doubles that come late would pile up otherwise. */
const KEPT = 20;

/** News of term uploads. They may come before the call that they are about has been answered. */
export class UploadCallbacks {
  readonly #news = new Map<string, UploadNews>();

  put(news: UploadNews): void {
    this.#news.set(news.uploadId, news);
    const [oldest] = this.#news.keys();
    if (oldest !== undefined && this.#news.size > KEPT) this.#news.delete(oldest);
  }

  /** The news of an upload, each once; null where none came in time. */
  async take(uploadId: string, withinMs: number): Promise<UploadNews | null> {
    await condition(() => this.#news.has(uploadId), withinMs, { summary: 'the term upload: next look' });
    const news = this.#news.get(uploadId) ?? null;
    this.#news.delete(uploadId);
    return news;
  }
}
