import type { Receiver } from '../../../src/config/notice-routes';
import { Secret } from '../../../src/http/secret';
import { deliverWithRetries } from '../../../src/notices/deliver';
import type { Answer } from '../../support/bare-server';
import { NoticeReceiver } from '../../support/notice-receiver';

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
