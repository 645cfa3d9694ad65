import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { LocalizationClient } from '../../../src/localization/localization-client';
import { deadAddress, reply, succeed, type Answer } from '../../support/bare-server';
import { clientOf, failureOf, withServer } from '../../support/localization-client';
import { endpointCases } from '../../support/localization-endpoints';
import { until } from '../../support/until';

const publish = (client: LocalizationClient) => client.publishTask({ task_id: 'task_1' });
const status = (client: LocalizationClient) => client.taskStatus({ task_id: 'task_1' });

const html = '<html>\n<body>\n  Bad Gateway\n</body></html>';
const reset: Answer = (response) => response.socket?.resetAndDestroy();

describe('an error of the service', () => {
  const body = { success: false, code: 409, msg: 'the task is not waiting', trace_id: 'trace-9', data: null };

  it.each<[string, Answer, number]>([
    ['the HTTP status', reply(409, { success: false, msg: body.msg, trace_id: body.trace_id }), 409],
    ['the envelope under HTTP 200', reply(200, body), 200],
    ['both', reply(409, body), 409],
    ['the envelope, as a text', reply(200, { ...body, code: '409' }), 200],
    ['the envelope, under another HTTP status', reply(400, body), 400],
  ])('is read from %s', async (_where, answer, httpStatus) => {
    await withServer(answer, async (client) => {
      const failure = await failureOf(client.confirmTerms({ task_id: 'task_1' }));
      expect(failure).toMatchObject({
        name: 'ServiceError',
        service: 'localization',
        endpoint: 'POST /tasks/confirm-terms',
        kind: 'refused',
        code: 409,
        httpStatus,
        traceId: 'trace-9',
        effect: 'none',
        retryAfterMs: null,
      });
      expect(failure.message).toBe(
        'Localization service, POST /tasks/confirm-terms: 409 the task is not waiting',
      );
    });
  });

  it.each<[string, Answer, object]>([
    ['a page under an error status', reply(502, html), { kind: 'refused', code: 502, effect: 'unknown' }],
    ['a page under a client error', reply(413, html), { kind: 'refused', code: 413, effect: 'none' }],
    ['an empty body under an error status', reply(500, ''), { kind: 'refused', code: 500 }],
    ['a list under an error status', reply(400, ['no']), { kind: 'refused', code: 400, effect: 'none' }],
    ['a page under 200', reply(200, html), { kind: 'unreadable', code: null, effect: 'unknown' }],
    ['an empty body under 200', reply(200, ''), { kind: 'unreadable', code: null, effect: 'unknown' }],
    ['an empty 204', (response) => response.writeHead(204).end(), { kind: 'unreadable', effect: 'unknown' }],
    ['a list under 200', reply(200, ['no']), { kind: 'unreadable', code: null, effect: 'unknown' }],
    ['JSON cut short', reply(200, '{"success":tr'), { kind: 'unreadable', effect: 'unknown' }],
    ['JSON that is no envelope', reply(200, { hello: 1 }), { kind: 'unreadable', effect: 'unknown' }],
    ['a redirect of a write', reply(302, '', { location: '/' }), { kind: 'refused' }],
    ['a failure without a code', reply(200, { success: false }), { kind: 'refused', effect: 'unknown' }],
    ['a code of another kind under 400', reply(400, { code: 10001 }), { code: 400, effect: 'none' }],
    ['a code of another kind under 200', reply(200, { code: 10001 }), { code: 10001, effect: 'unknown' }],
    ['a request timeout', reply(408, {}), { code: 408, effect: 'unknown' }],
    ['a server error in the envelope', reply(200, { code: 500 }), { code: 500, effect: 'unknown' }],
    ['a failed trigger in the envelope', reply(200, { code: 502 }), { code: 502, effect: 'none' }],
    ['a failed trigger under 502', reply(502, { ...body, code: 502 }), { code: 502, effect: 'none' }],
    ['the JSON of a proxy under 502', reply(502, { message: 'bad gateway' }), { effect: 'unknown' }],
  ])('is told from %s', async (_what, answer, expected) => {
    await withServer(answer, async (client, server) => {
      expect(await failureOf(publish(client))).toMatchObject(expected);
      expect(server.seen).toHaveLength(1);
    });
  });

  it('is quoted on one line, and not at any length', async () => {
    await withServer(
      reply(400, { code: 400, msg: `line one\n\n line two ${'x'.repeat(5000)}` }),
      async (client) => {
        const { message } = await failureOf(publish(client));
        expect(message).toContain('400 line one line two xxx');
        expect(message.length).toBeLessThan(300);
      },
    );
  });

  it('says which fields a reply lacks, without listing them at any length', async () => {
    const items = Array.from({ length: 400 }, () => ({}));
    const page = { task_id: 't', scan_status: 'completed', page: 1, page_size: 500, total: 400, items };
    await withServer(succeed(page), async (client) => {
      const { message } = await failureOf(client.taskTerms({ task_id: 't' }));
      expect(message).toContain('the reply is not as documented at items.id');
      expect(message.length).toBeLessThan(300);
    });
  });

  it.each([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['years, of which a day is waited', { 'retry-after': '999999999' }, 86_400_000],
    [
      'a date',
      { 'retry-after': 'Sun, 01 Nov 2026 10:00:30 GMT', date: 'Sun, 01 Nov 2026 10:00:00 GMT' },
      30_000,
    ],
    ['nothing that can be read', { 'retry-after': 'soon' }, null],
  ])('keeps how long to wait, told in %s', async (_form, headers, retryAfterMs) => {
    await withServer(reply(429, { code: 429, msg: 'slow down' }, headers), async (client) => {
      expect(await failureOf(status(client))).toMatchObject({ code: 429, retryAfterMs });
    });
  });
});

describe('the effect of a failed call', () => {
  const failures: [string, Answer, 'none' | 'unknown' | 'done'][] = [
    ['a refusal', reply(400, { code: 400 }), 'none'],
    ['a server error', reply(500, { code: 500 }), 'unknown'],
    ['a broken connection', reset, 'unknown'],
    ['a page instead of a reply', reply(200, html), 'unknown'],
  ];

  it.each(failures)(
    'is, after %s: what it may have been for a write, none for a read',
    async (_what, answer, effect) => {
      await withServer(answer, async (client) => {
        for (const { endpoint, reads, call } of endpointCases) {
          const failure = await failureOf(call(client));
          expect(failure).toMatchObject({ endpoint, effect: reads ? 'none' : effect });
        }
      });
    },
  );

  it('is done where the service says so, and its data is not what it documents', async () => {
    // Nothing is needed of these replies, so nothing in them can be missing.
    const isNeeded = (endpoint: string): boolean => !/terms\/delete$|tasks\/terms\/update$/.test(endpoint);
    const cases = endpointCases.filter(({ endpoint }) => isNeeded(endpoint));
    await withServer(succeed({ added_later: 1 }), async (client) => {
      for (const { endpoint, reads, call } of cases) {
        const failure = await failureOf(call(client));
        const effect = reads ? 'none' : 'done';
        expect(failure).toMatchObject({
          endpoint,
          kind: 'unreadable',
          effect,
          code: null,
          traceId: 'trace-1',
        });
        expect(failure.message).toContain('the reply is not as documented at ');
      }
    });
  });
});

describe('nothing is sent again', () => {
  it.each<[string, Answer]>([
    ['a 500', reply(500, { code: 500 })],
    ['a 502 page', reply(502, html)],
    ['a 503 with Retry-After', reply(503, {}, { 'retry-after': '0' })],
    ['a 429', reply(429, { code: 429 })],
    ['garbage', reply(200, '\u0000\u0001')],
    ['a broken connection', reset],
    ['a redirect to another host', reply(307, '', { location: 'https://elsewhere.example/' })],
  ])('after %s', async (_what, answer) => {
    await withServer(answer, async (client, server) => {
      for (const { call } of endpointCases) await failureOf(call(client));
      expect(server.seen).toHaveLength(endpointCases.length);
    });
  });
});

describe('a connection', () => {
  it('that nobody takes is unreachable, without effect', async () => {
    const client = clientOf(await deadAddress());
    expect(await failureOf(publish(client))).toMatchObject({ kind: 'unreachable', effect: 'none' });
    await client.close();
  });

  it('to an unknown host is unreachable, without effect', async () => {
    const client = clientOf('http://nonexistent.invalid');
    expect(await failureOf(publish(client))).toMatchObject({ kind: 'unreachable', effect: 'none' });
    await client.close();
  });

  it('that breaks after the request leaves the outcome unknown', async () => {
    await withServer(reset, async (client) => {
      expect(await failureOf(publish(client))).toMatchObject({ kind: 'interrupted', effect: 'unknown' });
    });
  });

  it('that the server closed in between is opened again', async () => {
    const answer = reply(200, { success: true, data: ['en'] }, { connection: 'close' });
    await withServer(answer, async (client, server) => {
      await client.languages();
      await client.languages();
      expect(server.seen).toHaveLength(2);
    });
  });

  it('is no longer made by a client that was closed', async () => {
    const client = clientOf('http://127.0.0.1:9');
    await client.close();
    expect(await failureOf(publish(client))).toMatchObject({ kind: 'unreachable', effect: 'none' });
  });
});

describe('a deadline', () => {
  const endless: Answer = (response) => {
    response.write('{"success":true,"data":"');
    const drip = setInterval(() => response.write(' '), 10);
    response.on('close', () => clearInterval(drip));
  };

  it('ends each call whose reply does not, in the time that was set', async () => {
    await withServer(
      endless,
      async (client) => {
        const startedMs = performance.now();
        await Promise.all(
          endpointCases.map(async ({ endpoint, reads, call }) => {
            const effect = reads ? 'none' : 'unknown';
            expect(await failureOf(call(client))).toMatchObject({ endpoint, kind: 'timeout', effect });
          }),
        );
        expect(performance.now() - startedMs).toBeLessThan(20_000);
      },
      { timeoutMs: 300 },
    );
  });
});

describe('a cancelled call', () => {
  it('is not sent where it was cancelled before', async () => {
    await withServer(succeed(['en']), async (client, server) => {
      const call = client.publishTask({ task_id: 't' }, { signal: AbortSignal.abort() });
      expect(await failureOf(call)).toMatchObject({ kind: 'interrupted', effect: 'none' });
      await client.languages();
      expect(server.seen).toHaveLength(1);
    });
  });

  it('leaves the outcome unknown where it is cancelled under way', async () => {
    await withServer(
      () => undefined,
      async (client, server) => {
        const cancel = new AbortController();
        const call = failureOf(client.publishTask({ task_id: 't' }, { signal: cancel.signal }));
        await until('the request is there', () => server.seen.length === 1);
        cancel.abort();
        expect(await call).toMatchObject({ kind: 'interrupted', effect: 'unknown' });
      },
    );
  });
});

describe('size', () => {
  const content = 'x'.repeat(20 * 1024 * 1024);
  const create = (client: LocalizationClient) =>
    client.createTask({
      client_task_id: 'c',
      name: 'n',
      target_languages: ['ja'],
      strings: [{ string_id: 's', content }],
    });

  it('of a request that the server refuses when it is whole is a refusal', async () => {
    await withServer(reply(413, html), async (client, server) => {
      expect(await failureOf(create(client))).toMatchObject({ kind: 'refused', code: 413, effect: 'none' });
      expect(server.seen[0]?.rawBody.length).toBeGreaterThan(content.length);
    });
  });

  it.each([
    ['and reads on', false],
    ['and hangs up', true],
  ])('of a request that the server refuses at once %s is told honestly', async (_how, hangsUp) => {
    const server = createServer((request, response) => {
      response
        .writeHead(413, hangsUp ? { connection: 'close' } : {})
        .end('{"code":413,"msg":"too large"}', () => {
          if (hangsUp) request.socket.destroy();
          else buffer(request).catch(() => undefined);
        });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const { kind, effect } = await failureOf(create(client));
    // A server that hangs up may tear its own answer away: then nobody knows.
    const honest = hangsUp ? ['refused none', 'interrupted unknown'] : ['refused none'];
    expect(honest).toContain(`${kind} ${effect}`);
    server.closeAllConnections();
    server.close();
    await client.close();
  });

  it('of a reply beyond the bound is an error, and the rest is not read', async () => {
    let written = 0;
    let gone = false;
    const flood: Answer = (response) => {
      const megabyte = ' '.repeat(1024 * 1024);
      const more = (): void => {
        while (written < 200 && !gone) {
          written += 1;
          if (!response.write(megabyte)) return void response.once('drain', more);
        }
        response.end();
      };
      response.on('close', () => (gone = true));
      more();
    };
    await withServer(flood, async (client) => {
      const failure = await failureOf(publish(client));
      expect(failure).toMatchObject({ kind: 'unreadable', effect: 'unknown' });
      expect(failure.message).toContain('the reply is larger than 16777216 bytes');
      await until('the connection is closed', () => gone);
      expect(written).toBeLessThan(200);
    });
  });
});
