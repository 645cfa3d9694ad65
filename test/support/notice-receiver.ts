/** What a team would put behind a webhook: it checks signatures as the documentation says, and shares no code with us. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { BareServer, type Answer, type SeenRequest } from './bare-server';

export interface ReceivedNotice {
  schemaVersion: number;
  id: string;
  event: string;
  at: string;
  release: string | null;
  project: string;
  title: string;
  text: string;
  link: string;
  dueAt: string | null;
}

export const HOOK_SECRET = 'a secret that both know';

/** Answers what is wrong with a request, or null. */
export function forgeryIn({ headers, rawBody, atMs }: SeenRequest): string | null {
  const [, t = '', v1 = ''] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-locrelease-signature'])) ?? [];
  const expected = createHmac('sha256', HOOK_SECRET)
    .update(`${t}.${rawBody.toString('utf8')}`)
    .digest();
  if (v1 === '' || !timingSafeEqual(Buffer.from(v1, 'hex'), expected)) return 'not signed with the secret';
  if (Math.abs(atMs / 1000 - Number(t)) > 300) return 'signed at another time';
  const { id } = JSON.parse(rawBody.toString('utf8')) as ReceivedNotice;
  return headers['x-locrelease-notice'] === id ? null : 'the header names another notice';
}

export class NoticeReceiver {
  private constructor(private readonly server: BareServer) {}

  static async start(answer: Answer = (response) => response.writeHead(204).end()): Promise<NoticeReceiver> {
    return new NoticeReceiver(await BareServer.start(answer));
  }

  get url(): string {
    return `${this.server.url}/hooks/T0/not-for-others?key=also-secret`;
  }

  get requests(): readonly SeenRequest[] {
    return this.server.seen;
  }

  /** Every one that came, also those that came again. */
  get notices(): ReceivedNotice[] {
    return this.server.seen.map(({ rawBody }) => JSON.parse(rawBody.toString('utf8')) as ReceivedNotice);
  }

  /** Each once, in the order in which they came first. */
  get events(): string[] {
    return [...new Map(this.notices.map((notice) => [notice.id, notice.event])).values()];
  }

  close(): Promise<void> {
    return this.server.close();
  }
}
