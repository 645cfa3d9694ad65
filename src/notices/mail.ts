import { createHash } from 'node:crypto';
import type { Receiver } from '../config/notice-routes';
import type { Notice } from '../domain/notices/notice-schema';
import { isPrivateAddress } from '../http/ip-networks';
import { NotSent } from './not-sent';

const TIMEOUT_MS = 15_000;

/** All notices go in one mail; every attempt has the same Message-ID. */
export async function sendByMail(
  { smtpUrl, from, to }: Extract<Receiver, { kind: 'mail' }>,
  notices: readonly Notice[],
): Promise<void> {
  // Loaded here because it would slow every other command down.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(transportOptions(new URL(smtpUrl.reveal())));
  const ids = notices.map(({ id }) => id);
  const [first] = notices;
  const title = first?.title ?? '';
  try {
    await transport.sendMail({
      from,
      to: [...to],
      subject: notices.length === 1 ? title : `${notices.length} notices: ${title}`,
      text: notices.map(({ title, text, link }) => `${title}\n\n${text}\n\n${link}\n`).join('\n----\n\n'),
      messageId: `<${createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 40)}@locrelease>`,
      date: new Date(first?.at ?? Date.now()),
      headers: {
        // The header is folded here: nodemailer would move an id longer than a line to the next one, with a blank.
        'X-Locrelease-Notice': { prepared: true, value: ids.join(',\r\n ') },
        'Auto-Submitted': 'auto-generated',
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  } catch (error) {
    throw new NotSent(reasonOf(error));
  } finally {
    transport.close();
  }
}

function transportOptions(url: URL) {
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // A password travels over the Internet only inside TLS.
    requireTLS: !secure && user !== '' && !isPrivateAddress(new URL(`http://${url.hostname}`)),
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  };
}

/** The server's message may repeat what was sent to it. Its code is enough. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (responseCode !== undefined) return `The mail server answered ${responseCode}.`;
  return `No answer from the mail server${code === undefined ? '' : ` (${code})`}.`;
}
