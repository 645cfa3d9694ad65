/** A real mail server on this machine, which keeps what it was given. */
// Workers load it when they first send a mail; between tests that run side by side jest would refuse that.
import 'nodemailer';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface SeenMail {
  from: string;
  to: string[];
  /** By their name in lower case. */
  headers: Record<string, string>;
  body: string;
  /** As it was sent. */
  raw: string;
}

export class MailServer {
  readonly seen: SeenMail[] = [];

  private constructor(private readonly server: SMTPServer) {}

  static async start(): Promise<MailServer> {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onData(stream, session, done) {
        const { mailFrom, rcptTo } = session.envelope;
        text(stream).then((raw) => {
          mail.seen.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            ...read(raw),
            raw,
          });
          done();
        }, done);
      },
    });
    const mail = new MailServer(server);
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    return mail;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}

function read(raw: string): Pick<SeenMail, 'headers' | 'body'> {
  const end = raw.indexOf('\r\n\r\n');
  // A long header is folded: its lines after the first begin with white space.
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  // Quoted-printable: a line break after `=` is none, and `=3D` is `=`.
  const body = raw
    .slice(end + 4)
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return { headers, body };
}
