/** A route to the sandbox's inbox: on one machine, nobody else is there to be told. */
import * as z from 'zod';
import type { Config } from '../config/config';
import type { NoticeRoute } from '../config/notice-routes';
import { noticeEvents } from '../domain/notice';
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
  const { notices } = config;
  return {
    ...config,
    notices: { ...notices, routes: [...notices.routes, inbox] },
    noticeRoutes: () => [...config.noticeRoutes(), inbox],
  };
}

const shown = z.object({ title: z.string(), text: z.string(), link: z.string() });

/** What a terminal shows of one. */
export function noticeLines(notice: unknown): string {
  const { data } = shown.safeParse(notice);
  if (data === undefined) return `notice     ${JSON.stringify(notice)}`;
  const { title, text, link } = data;
  return [`notice     ${title}`, text, link].join('\n           ');
}
