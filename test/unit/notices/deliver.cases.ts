import type { Receiver } from '../../../src/config/notice-routes';
import { Secret } from '../../../src/http/secret';
import { deliverWithRetries } from '../../../src/notices/deliver';
import type { Answer } from '../../support/bare-server';
import { NoticeReceiver } from '../../support/notice-receiver';
import type { Notice } from '../../../src/domain/notices/notice-schema';
import { type IsDecided, asOf, noticeOf, testNotice } from '../../../src/notices/notice-text';
import { sendByMail } from '../../../src/notices/mail';
import { MailServer } from '../../support/mail-server';

describe('deliver', () => {
  const notice = {
    schemaVersion: 1,
    id: 'run/release.done/1',
    event: 'release.done',
    at: '2026-11-16T04:00:00.000Z',
    release: 'default/game',
    project: 'default',
    title: 'done',
    text: 'done',
    link: '',
    dueAt: null,
  } as const;

  const answers =
    (...statuses: (number | 'reset')[]): Answer =>
    (response) => {
      const status = statuses.shift() ?? 204;
      if (status === 'reset') response.socket?.resetAndDestroy();
      else response.writeHead(status).end();
    };

  async function sent(answer: Answer, kind: 'webhook' | 'slack' = 'webhook') {
    const receiver = await NoticeReceiver.start(answer);
    const url = new Secret(receiver.url);
    const to: Receiver = kind === 'slack' ? { kind, url } : { kind, url, secret: new Secret('key') };
    try {
      const outcome = await deliverWithRetries({ receiver: to }, [notice]).then(
        () => 'sent',
        (error: unknown) => String(error),
      );
      return { outcome, ids: receiver.requests.map(({ headers }) => headers['x-locrelease-notice']) };
    } finally {
      await receiver.close();
    }
  }

  describe('a webhook that fails by chance', () => {
    it('is asked again in place, with the same id', async () => {
      expect(await sent(answers(500, 'reset'))).toEqual({
        outcome: 'sent',
        ids: [notice.id, notice.id, notice.id],
      });
    });

    it('is left to the route when it goes on failing', async () => {
      const { outcome, ids } = await sent(answers(503, 503, 503));
      expect(outcome).toBe('NotSent: The receiver answered 503.');
      expect(ids).toHaveLength(3);
    });

    it('is not asked again for what it refuses', async () => {
      const { outcome, ids } = await sent(answers(400));
      expect(outcome).toBe('NotSent: The receiver answered 400.');
      expect(ids).toHaveLength(1);
    });
  });

  it('does not send to Slack twice within one attempt', async () => {
    expect((await sent(answers(500), 'slack')).ids).toHaveLength(1);
  });
});

describe('late notice', () => {
  const at = '2026-11-16T08:20:00.000Z';
  const dueAt = '2026-11-16T08:35:00.000Z';
  const lastCall = noticeOf(
    {
      id: 'run/review.escalated/1',
      at,
      project: 'default',
      name: 'game',
      occurrence: { event: 'review.escalated', terms: 3, dueAt, onDeadline: 'reject' },
    },
    'https://console.example',
  );
  const isOpen: IsDecided = () => Promise.resolve(false);
  const sentAt = (time: string, isDecided = isOpen): Promise<Notice> =>
    asOf(Date.parse(time), lastCall, isDecided);

  describe('a notice that is sent', () => {
    it('at once is sent as it is', async () => {
      expect(lastCall.title).toBe('Last reminder: default/game will be rejected in 15 min');
      expect(await sentAt('2026-11-16T08:20:05.000Z')).toEqual(lastCall);
    });

    it('late says how much time is left now, and when it happened', async () => {
      const { title, text } = await sentAt('2026-11-16T08:24:00.000Z');
      expect(title).toBe('Last reminder: default/game will be rejected in 11 min');
      expect(text).toContain('until Mon 2026-11-16 08:35 +00:00 (in 11 min).');
      expect(text).toMatch(/ This happened Mon 2026-11-16 08:20 \+00:00, 4 min ago\.$/);
      expect((await sentAt('2026-11-16T08:40:00.000Z')).title).toBe(
        'Last reminder: default/game will be rejected now',
      );
    });

    it('after the decision asks for none', async () => {
      expect(await sentAt('2026-11-16T09:20:00.000Z', () => Promise.resolve(true))).toEqual({
        ...lastCall,
        title: 'Decided meanwhile: the term review of default/game',
        text: 'It was asked for Mon 2026-11-16 08:20 +00:00, 1 h ago. There is nothing to do.',
      });
    });
  });
});

describe('mail', () => {
  it('names its notices in a header that does not begin with a blank, however long their ids are', async () => {
    const server = await MailServer.start();
    try {
      const ids = ['a'.repeat(90), 'b'.repeat(90)];
      const notices = ids.map((id) =>
        testNotice(id, '2026-11-18T10:00:00Z', 'route', 'http://127.0.0.1:8088'),
      );
      const receiver = {
        kind: 'mail',
        smtpUrl: new Secret(server.url),
        from: 'a@x.example',
        to: ['b@x.example'],
      };
      await sendByMail(receiver as Parameters<typeof sendByMail>[0], notices);
      expect(server.seen.map(({ raw }) => /^x-locrelease-notice:.*\r\n/im.exec(raw)?.[0])).toEqual([
        `X-Locrelease-Notice: ${ids[0]},\r\n`,
      ]);
      expect(server.seen[0]?.headers['x-locrelease-notice']).toBe(ids.join(', '));
    } finally {
      await server.close();
    }
  });
});
