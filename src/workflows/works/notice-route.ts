/** Takes each notice once, waits out quiet hours, and retries until it arrived or is too old. Nothing waits for it. */
import { ActivityFailure, ApplicationFailure, upsertMemo } from '@temporalio/workflow';
import {
  batchFailed,
  batchIsHeld,
  batchWasRefused,
  batchWasSent,
  newNoticeQueue,
  nextBatch,
  takeNotice,
} from '../../domain/notices/notice-queue';
import type { NoticeQueue } from '../../domain/notices/notice-schema';
import type { Message } from '../../protocol/message-schemas';
import { noticeSignal } from '../../protocol/messages';
import { sending } from '../activity-proxies';
import { checkedInput, onSignal } from '../checked-messages';
import { sleepFor, wait, type Waiting } from '../wait';

/** So many notices stay below the limit of one Slack message. */
const MOST_GATHERED = 10;
/** Ids are stored longer than any sender repeats the same notice. */
const IDLE_MS = 2 * 86_400_000;
/** Quiet hours are read again at this interval, because they may have been changed. */
const LONGEST_QUIET_MS = 15 * 60_000;

export async function noticeRoute(given: Message<'noticeRouteInput'>): Promise<void> {
  const input = checkedInput('noticeRouteInput', given);
  const queue = input.left ?? newNoticeQueue();
  const run: Waiting = { nextRunArgs: () => [{ ...input, left: queue }] };
  const show = (): void => upsertMemo({ health: queue.health });
  onSignal(noticeSignal, 'notice', (notice) => {
    takeNotice(queue, notice, Date.now());
    show();
  });
  const isAny = (): boolean => queue.waiting.length > 0;
  while (isAny() || (await wait(run, isAny, { forMs: IDLE_MS, summary: 'nothing to tell' }))) {
    const pauseMs = await attempt(input, queue);
    show();
    await sleepFor(run, pauseMs, 'next attempt');
  }
}

async function attempt({ route, gathers }: Message<'noticeRouteInput'>, queue: NoticeQueue): Promise<number> {
  const notices = nextBatch(queue, gathers ? MOST_GATHERED : 1);
  try {
    const { quietUntil } = await sending.sendNotices({ route, at: new Date().toISOString(), notices });
    if (quietUntil !== null) {
      batchIsHeld(queue, quietUntil);
      return Math.min(Date.parse(quietUntil) - Date.now(), LONGEST_QUIET_MS);
    }
    batchWasSent(queue, Date.now());
    return 0;
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    const { cause } = error;
    if (!(cause instanceof ApplicationFailure))
      return batchFailed(queue, 'The worker stopped while it was sending.', Date.now());
    if (cause.type !== 'Refused') return batchFailed(queue, cause.message, Date.now());
    batchWasRefused(queue, cause.message, Date.now());
    return 0;
  }
}
