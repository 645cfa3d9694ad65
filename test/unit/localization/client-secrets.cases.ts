import { inspect } from 'node:util';
import { reply, succeed, type Answer, type SeenRequest } from '../../support/bare-server';
import { APP_SECRET, failureOf, withServer } from '../../support/localization-client';
import { endpointCases } from '../../support/localization-endpoints';

const LINK = 'https://files.example/out/game.ini?signature=5ignature&expires=1790000000';

/** All that must not be repeated, in one text. */
function echo({ headers }: SeenRequest): string {
  return `sign ${String(headers['x-svc-sign'])} of ${APP_SECRET}, see ${LINK}`;
}

/** Wherever a person or a log might meet an error. */
function everyView(error: Error): string {
  const views = [
    error.message,
    error.stack,
    inspect(error, { depth: 10, showHidden: true }),
    JSON.stringify(error),
  ];
  const { cause } = error;
  return views.join('\n') + (cause instanceof Error ? everyView(cause) : inspect(cause));
}

const servers: [string, (text: string) => Answer][] = [
  ['the message of an error', (text) => reply(400, { code: 400, msg: text })],
  [
    'the message of an error under HTTP 200',
    (text) => reply(200, { success: false, code: 500, message: text }),
  ],
  ['an error text', (text) => reply(500, { error: text })],
  ['an error page', (text) => reply(502, `<html><body><p title="${text}">${text}</p></body></html>`)],
  ['a page', (text) => reply(200, `<html>${text}</html>`)],
  ['a list', (text) => reply(200, [text])],
  ['a trace id', (text) => reply(400, { code: 400, msg: 'no', trace_id: text })],
  [
    'a field name',
    (text) => succeed({ items: [{ translations: { [text]: 1 } }], languages: [{ [text]: 1 }] }),
  ],
  [
    'a broken reply',
    (text) => (response) => {
      response.writeHead(200, { 'content-length': '9999' }).write(text, () => response.destroy());
    },
  ],
  ['no HTTP at all', (text) => (response) => response.socket?.end(text)],
];

describe.each(servers)('a server that repeats secrets in %s', (_where, answerWith) => {
  it('does not bring them into any view of an error', async () => {
    const answer: Answer = (response, request) => answerWith(echo(request))(response, request);
    await withServer(answer, async (client, server) => {
      for (const { call } of endpointCases) {
        const outcome = await call(client).catch((error: unknown) => error);
        if (!(outcome instanceof Error)) continue;
        const seen = everyView(outcome);
        expect(seen).not.toContain(APP_SECRET);
        expect(seen).not.toContain(String(server.seen.at(-1)?.headers['x-svc-sign']));
        expect(seen).not.toMatch(/5ignature|1790000000/);
      }
    });
  });

  it('fails the calls whose reply it spoils', async () => {
    const answer: Answer = (response, request) => answerWith(echo(request))(response, request);
    await withServer(answer, async (client) => {
      expect((await failureOf(client.publishTask({ task_id: 't' }))).message).toMatch(
        /^Localization service, /,
      );
    });
  });
});

it('hides a secret also where the quotation is cut through it', async () => {
  const half = APP_SECRET.slice(0, 8);
  for (let before = 150; before < 210; before++) {
    const msg = `${'x'.repeat(before)} ${APP_SECRET} ${LINK}`;
    await withServer(reply(400, { code: 400, msg }), async (client) => {
      const seen = everyView(await failureOf(client.publishTask({ task_id: 't' })));
      expect(seen).not.toContain(half);
      expect(seen).not.toContain('signature=');
    });
  }
});

it('masks a secret that stands on a line of its own', async () => {
  await withServer(reply(502, `a\n${APP_SECRET}\n\tb`), async (client) => {
    const { message } = await failureOf(client.publishTask({ task_id: 't' }));
    expect(message).toContain('a [secret] b');
  });
});
