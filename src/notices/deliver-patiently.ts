/**
 * All that waits on a route waits for its first notice. So a webhook that failed by chance is asked again in place: with a
 * receiver that fails one time in ten, a thousand notices would wait for a hundred pauses.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { NoticeRoute } from '../config/notice-routes';
import type { Notice } from '../domain/notice';
import { deliver } from './deliver';
import { NotSent } from './not-sent';

const PAUSES_MS = [250, 1000];
/** What takes longer to fail is no mere chance. */
const QUICK_MS = 2000;

export async function deliverPatiently(
  route: Pick<NoticeRoute, 'receiver'>,
  notices: readonly Notice[],
  signal?: AbortSignal,
): Promise<void> {
  // Whoever reads Slack or mail cannot tell by its id what came twice.
  const pausesMs = route.receiver.kind === 'webhook' ? PAUSES_MS : [];
  for (const pauseMs of pausesMs) {
    const sinceMs = performance.now();
    try {
      await deliver(route, notices, signal);
      return;
    } catch (error) {
      const isChance = error instanceof NotSent && !error.isFinal && performance.now() - sinceMs < QUICK_MS;
      if (!isChance) throw error;
      await delay(pauseMs, undefined, { signal });
    }
  }
  return deliver(route, notices, signal);
}
