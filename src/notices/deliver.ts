import type { NoticeRoute } from '../config/notice-routes';
import type { Notice } from '../domain/notice';
import { sendByMail } from './mail';
import { sendToSlack } from './slack';
import { sendToWebhook } from './webhook';

/** Sends them on a route, or throws `NotSent`. A webhook gets one request for each. */
export async function deliver(
  { receiver }: Pick<NoticeRoute, 'receiver'>,
  notices: readonly Notice[],
  signal?: AbortSignal,
): Promise<void> {
  switch (receiver.kind) {
    case 'webhook':
      for (const notice of notices) await sendToWebhook(receiver, notice, signal);
      return;
    case 'slack':
      return sendToSlack(receiver, notices, signal);
    case 'mail':
      return sendByMail(receiver, notices);
  }
}
