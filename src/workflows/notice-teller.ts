/** Has people told of what happens to a release, in order, while the release goes on. */
import { CancellationScope, condition, log, patched } from '@temporalio/workflow';
import type { ReleaseName } from '../domain/identity';
import { noticeId, type Occurrence } from '../domain/notice';
import type { ReleaseRecord } from '../domain/release-record';
import { posting } from './activity-proxies';

export class NoticeTeller {
  #untold = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly release: ReleaseName,
    private readonly record: ReleaseRecord,
  ) {}

  tell(occurrence: Occurrence): void {
    if (!patched('notices')) return;
    const { record, release } = this;
    const { event } = occurrence;
    const count = (record.told?.[event] ?? 0) + 1;
    record.told = { ...record.told, [event]: count };
    const at = new Date().toISOString();
    const notice = { id: noticeId(record.firstRunId, event, count), at, ...release, occurrence };
    this.#untold += 1;
    this.#last = this.#last.then(async () => {
      try {
        // Also of a release that is being cancelled.
        await CancellationScope.nonCancellable(() => posting.postNotice(notice));
      } catch {
        log.warn('Cannot tell anybody.', { event });
      }
      this.#untold -= 1;
    });
  }

  /** What has not been handed over when a run ends would be lost. */
  async allTold(): Promise<void> {
    await CancellationScope.nonCancellable(() => condition(() => this.isAllTold));
  }

  get isAllTold(): boolean {
    return this.#untold === 0;
  }
}
