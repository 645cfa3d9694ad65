/** The notices of a release are queued where the event happens, and one loop posts them in order. */
import { CancellationScope, log } from '@temporalio/workflow';
import type { ReleaseName } from '../domain/release/identity';
import { noticeId } from '../domain/notices/notice';
import type { Occurrence } from '../domain/notices/notice-schema';
import type { ReleaseRecord } from '../domain/release/release-record';
import { notices } from './activity-proxies';

type OutboxState = Pick<ReleaseRecord, 'outbox' | 'told' | 'firstRunId'>;

export class Outbox {
  #sending: Promise<void> | null = null;

  constructor(
    private readonly release: ReleaseName,
    private readonly record: OutboxState,
  ) {
    // The previous run may have left notices.
    this.#send();
  }

  put(occurrence: Occurrence): void {
    const { record } = this;
    const { event } = occurrence;
    const count = (record.told[event] ?? 0) + 1;
    record.told[event] = count;
    const id = noticeId(record.firstRunId, event, count);
    record.outbox.push({ id, at: new Date().toISOString(), ...this.release, occurrence });
    this.#send();
  }

  /** Notices that are not posted when the last run ends would be lost. */
  async emptied(): Promise<void> {
    await this.#sending;
  }

  #send(): void {
    if (this.record.outbox.length > 0) this.#sending ??= this.#sendAll();
  }

  /** Notices of a cancelled release are posted too. Posting is idempotent. */
  async #sendAll(): Promise<void> {
    const { outbox } = this.record;
    for (let [notice] = outbox; notice !== undefined; [notice] = outbox) {
      const posted = notice;
      try {
        await CancellationScope.nonCancellable(() => notices.postNotice(posted));
      } catch {
        log.warn('Cannot queue a notice.', { event: notice.occurrence.event });
      }
      outbox.shift();
    }
    this.#sending = null;
  }
}
