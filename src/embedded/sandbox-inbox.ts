/** Sends the notices of releases in the sandbox to its inbox only. */
import * as z from 'zod';
import type { Config } from '../config/config';
import type { NoticeRoute } from '../config/notice-routes';
import { noticeEvents } from '../domain/notices/notice';
import { visibleValue } from '../domain/text/visible-text';
import { Secret } from '../http/secret';

export function withInbox(config: Config, inboxUrl: string): Config {
  const inbox: NoticeRoute = {
    key: 'sandbox-inbox',
    label: "the sandbox's inbox",
    channel: { kind: 'webhook', urlVariable: 'SANDBOX_INBOX_URL', secretVariable: 'SANDBOX_INBOX_SECRET' },
    events: noticeEvents,
    projects: null,
    quietHours: null,
    receiver: { kind: 'webhook', url: new Secret(inboxUrl), secret: new Secret('sandbox-inbox') },
  };
  return { ...config, notices: { ...config.notices, routes: [inbox] }, noticeRoutes: () => [inbox] };
}

const shown = z.object({ title: z.string(), text: z.string(), link: z.string() });

export function noticeLines(notice: unknown): string {
  const { data } = shown.safeParse(notice);
  if (data === undefined) return `notice     ${JSON.stringify(notice)}`;
  const { title, text, link } = data;
  // The lines are our own: what they quote was put on one line on receipt.
  return [
    `notice     ${visibleValue(title)}`,
    ...text.split('\n').map(visibleValue),
    visibleValue(link),
  ].join('\n           ');
}
