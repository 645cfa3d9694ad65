/** Has people told of what happens to a release, in order, while the release goes on. */
import { CancellationScope, condition, log } from '@temporalio/workflow';
import type { ReleaseName } from '../domain/identity';
import { noticeId, type NoticeEvent, type Occurrence, type ToldOccurrence } from '../domain/notice';
import type { ReleaseRecord } from '../domain/release-record';
import { posting } from './activity-proxies';

export class NoticeTeller {
  #untold = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly release: ReleaseName,
    private readonly record: ReleaseRecord,
    private readonly isUsed: () => boolean,
  ) {}

  tell(occurrence: Occurrence): void {
    if (this.isUsed()) this.post(this.write(occurrence));
  }

  /** For a call that hands it over with something else: `count` it if that was done, or else `post` it. */
  write(occurrence: Occurrence): ToldOccurrence {
    const { firstRunId } = this.record;
    const { event } = occurrence;
    const at = new Date().toISOString();
    return { id: noticeId(firstRunId, event, this.#countOf(event) + 1), at, ...this.release, occurrence };
  }

  count({ occurrence: { event } }: ToldOccurrence): void {
    this.record.told = { ...this.record.told, [event]: this.#countOf(event) + 1 };
  }

  post(notice: ToldOccurrence): void {
    this.count(notice);
    this.#untold += 1;
    this.#last = this.#last.then(async () => {
      try {
        // Also of a release that is being cancelled.
        await CancellationScope.nonCancellable(() => posting.postNotice(notice));
      } catch {
        log.warn('Cannot queue a notice.', { event: notice.occurrence.event });
      }
      this.#untold -= 1;
    });
  }

  #countOf(event: NoticeEvent): number {
    return this.record.told?.[event] ?? 0;
  }

  /** What has not been handed over when a run ends would be lost. */
  async allTold(): Promise<void> {
    await CancellationScope.nonCancellable(() => condition(() => this.isAllTold));
  }

  get isAllTold(): boolean {
    return this.#untold === 0;
  }
}
