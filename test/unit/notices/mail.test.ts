import { sendByMail } from '../../../src/notices/mail';
import { testNotice } from '../../../src/notices/notice-text';
import { Secret } from '../../../src/http/secret';
import { MailServer } from '../../support/mail-server';

it('names its notices in a header that does not begin with a blank, however long their ids are', async () => {
  const server = await MailServer.start();
  try {
    const ids = ['a'.repeat(90), 'b'.repeat(90)];
    const notices = ids.map((id) => testNotice(id, '2026-11-18T10:00:00Z', 'route', 'http://127.0.0.1:8088'));
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
