/**
 * The routes of notices. The file names the variables with addresses and secrets, which are read only where notices are
 * sent.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { checked, distinct, duration } from '../domain/fields';
import { eventsForPeople, noticeEvents, type NoticeEvent } from '../domain/notices/notice';
import { type QuietHours, timeZoneFault } from '../domain/schedules/wall-clock';
import type { Secret } from '../http/secret';

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as "22:00"')
  .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)));

export const quietHours = z
  .strictObject({ from: timeOfDay, to: timeOfDay, timezone: checked(timeZoneFault) })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'must not be the same as from' })
  .transform(({ from, to, timezone }): QuietHours => ({ fromMinute: from, toMinute: to, timezone }));

/** The name of a variable with a secret, so that the file never holds the secret itself. */
export const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable');

export interface RouteSetting {
  /** The route's name in Temporal, which has no part of its address. */
  key: string;
  /** The name for people. */
  label: string;
  channel: Channel;
  events: readonly NoticeEvent[];
  /** null: all. */
  projects: readonly string[] | null;
  quietHours: QuietHours | null;
}

type Channel =
  | { kind: 'webhook'; urlVariable: string; secretVariable: string }
  | { kind: 'slack'; urlVariable: string }
  | { kind: 'mail'; to: readonly string[] };

export interface NoticeRoute extends RouteSetting {
  receiver: Receiver;
}

export type Receiver =
  | { kind: 'webhook'; url: Secret; secret: Secret }
  | { kind: 'slack'; url: Secret }
  | { kind: 'mail'; smtpUrl: Secret; from: string; to: readonly string[] };

const STALLED_AFTER_MS = 30 * 60_000;

export const mailAddress = checked(mailAddressFault);

const route = z
  .strictObject({
    webhook: z.strictObject({ urlVariable: variableName, secretVariable: variableName }).optional(),
    slack: z.strictObject({ urlVariable: variableName }).optional(),
    mail: z.strictObject({ to: z.array(mailAddress).nonempty().max(50) }).optional(),
    events: z
      .array(z.enum(noticeEvents, `must be one of ${noticeEvents.join(', ')}`))
      .nonempty()
      .refine(distinct, 'names an event twice')
      .default([...eventsForPeople] as [NoticeEvent, ...NoticeEvent[]]),
    projects: z.array(z.string()).nonempty().nullable().default(null),
    quietHours: quietHours.nullable().default(null),
  })
  .transform(({ webhook, slack, mail, ...when }, ctx) => {
    const channels: Channel[] = [
      ...(webhook === undefined ? [] : [{ kind: 'webhook' as const, ...webhook }]),
      ...(slack === undefined ? [] : [{ kind: 'slack' as const, ...slack }]),
      ...(mail === undefined ? [] : [{ kind: 'mail' as const, ...mail }]),
    ];
    const [channel, another] = channels;
    if (channel !== undefined && another === undefined) return { channel, ...when };
    ctx.addIssue({ code: 'custom', message: 'must have one of webhook, slack and mail' });
    return z.NEVER;
  });

export const noticeSettings = z
  .strictObject({
    stalledAfter: duration.default(STALLED_AFTER_MS),
    routes: z.array(route).max(50).default([]),
  })
  .transform(({ stalledAfter, routes }) => ({ stalledAfterMs: stalledAfter, routes: named(routes) }));

/** Routes are named after their address; the second and third one to the same address get a number. */
function named(routes: readonly Omit<RouteSetting, 'key' | 'label'>[]): RouteSetting[] {
  const counts = new Map<string, number>();
  return routes.map((one) => {
    const place = placeOf(one.channel);
    const count = (counts.get(place.key) ?? 0) + 1;
    counts.set(place.key, count);
    return count === 1
      ? { ...place, ...one }
      : { key: `${place.key}-${count}`, label: `${place.label} (${count})`, ...one };
  });
}

/** Mail addresses are no part of a key, because everybody who can read Temporal can read keys. */
function placeOf(channel: Channel): { key: string; label: string } {
  if (channel.kind === 'mail') {
    const digest = createHash('sha256')
      .update([...channel.to].sort().join('\n'))
      .digest('hex');
    return { key: `mail-${digest.slice(0, 12)}`, label: `mail to ${channel.to.join(', ')}` };
  }
  const { kind, urlVariable } = channel;
  return { key: `${kind}-${urlVariable}`, label: `${kind} ${urlVariable}` };
}

function mailAddressFault(text: string): string | null {
  const isAddress =
    /^([^<>@\r\n]* <)?[^\s<>@,;]+@[^\s<>@,;]+>?$/.test(text) && text.includes('<') === text.endsWith('>');
  return isAddress ? null : 'must be a mail address, such as loc@example.org or Releases <loc@example.org>';
}

export function smtpUrlFault(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    return 'must be the address of a mail server, such as smtps://user:password@mail.example.org';
  if (!canDecode(url.username) || !canDecode(url.password))
    return 'must have "%25" for each "%" in its user name and password';
  return url.search === '' && url.hash === '' && ['', '/'].includes(url.pathname)
    ? null
    : 'must end with the host and the port';
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export function hookUrlFault(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return 'must start with http:// or https://';
  return url.username === '' && url.password === '' ? null : 'must not contain a user name or password';
}
