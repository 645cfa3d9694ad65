import { Secret } from '../../../src/http/secret';
import { callbackHeaders } from '../../../src/sandbox/localization/signature';
import { sendCallback } from '../../support/callback';
import fc, { runs } from '../../support/fast-check';
import { until } from '../../support/until';
import { APP_SECRET, startTestGateway, type SignalFate, type TestGateway } from '../../support/gateway';

let gateway: TestGateway;
let fate: SignalFate;

beforeAll(async () => {
  gateway = await startTestGateway({ fate: () => fate });
});
afterAll(() => gateway.close());
beforeEach(() => {
  fate = 'taken';
  gateway.signals.length = 0;
  gateway.log.length = 0;
});

const post = (url: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers });

/** Every refusal is JSON that says what is wrong, and tells nothing of the gateway's inside. */
async function expectRefusal(reply: Response): Promise<void> {
  expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
  const body = (await reply.json()) as Record<string, unknown>;
  expect(Object.keys(body)).toEqual(['code', 'message', 'exitCode']);
  expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts|\.js|sandbox-app-secret/);
}

describe('a callback that is genuine', () => {
  it('is a signal to its release before it is acknowledged', async () => {
    const answer = await sendCallback(gateway.addressOf('game-2.4.0'), {
      event: 'task.completed',
      taskId: 'task_1',
      deliveryId: 'dlv_1',
    });
    expect(answer).toEqual({ status: 200, outcome: 'signalled' });
    expect(gateway.signals).toMatchObject([
      {
        signalName: 'callback',
        workflowExecution: { workflowId: 'release/default/game-2.4.0' },
        args: [{ deliveryId: 'dlv_1', event: 'task.completed', taskId: 'task_1', traceId: 'trace-1' }],
      },
    ]);
  });

  it('and tells only progress is acknowledged at once, and passed on with the last that came', async () => {
    const address = gateway.addressOf('in-progress');
    for (const [event, rows_done] of [
      ['translateBatch', 3],
      ['lqaBatch', 1],
      ['translateBatch', 9],
    ] as const) {
      const detail = { rows_done, rows_total: 9 };
      const answer = await sendCallback(address, { event, taskId: 'task_1', detail });
      expect(answer).toEqual({ status: 200, outcome: 'held' });
    }
    expect(gateway.signals).toEqual([]);
    await until('the progress is passed on', () => gateway.signals.length > 0);
    expect(gateway.signals).toMatchObject([
      {
        signalName: 'callback',
        workflowExecution: { workflowId: 'release/default/in-progress' },
        args: [{ event: 'lqaBatch', step: { step: 'lqaBatch', rowsDone: 1, rowsTotal: 9 } }],
      },
    ]);
  });

  it('is logged with its release and trace id, and without secrets', async () => {
    const address = gateway.addressOf('game');
    await sendCallback(address, { event: 'task.completed', taskId: 'task_1' });
    expect(gateway.log).toMatchObject([
      {
        level: 'INFO',
        meta: { workflowId: 'release/default/game', traceId: 'trace-1', outcome: 'signalled' },
      },
    ]);
    const token = address.split('/').at(-1) ?? '';
    expect(JSON.stringify(gateway.log.map(({ meta }) => meta))).not.toContain(token);
  });

  it('that comes a thousand times is one signal', async () => {
    const address = gateway.addressOf('often');
    const callback = { event: 'task.completed', taskId: 'task_1', deliveryId: 'dlv_often' };
    const before = await gateway.counted('repeated');
    const answers: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const crowd = await Promise.all(Array.from({ length: 50 }, () => sendCallback(address, callback)));
      answers.push(...crowd.map(({ status }) => status));
    }
    expect(answers).toEqual(Array(1000).fill(200));
    expect(gateway.signals).toHaveLength(1);
    expect((await gateway.counted('repeated')) - before).toBe(999);
  });

  it('of another release, with the same delivery id, is its own', async () => {
    const callback = { event: 'task.completed', taskId: 'task_1', deliveryId: 'dlv_shared' };
    for (const name of ['one', 'two']) await sendCallback(gateway.addressOf(name), callback);
    expect(gateway.signals).toHaveLength(2);
  });

  it('is acknowledged though its release has ended or never was', async () => {
    fate = 'no-such-workflow';
    const answer = await sendCallback(gateway.addressOf('ended'), { event: 'task.failed', taskId: 'task_1' });
    expect(answer).toEqual({ status: 200, outcome: 'ended' });
  });

  it('is answered with 503 while Temporal is away, and passed on when it comes again', async () => {
    fate = 'sent-on';
    const callback = { event: 'task.completed', taskId: 'task_1', deliveryId: 'dlv_later' };
    const sentMs = Date.now();
    const refused = await sendCallback(gateway.addressOf('later'), callback);
    expect(refused).toEqual({ status: 503, outcome: 'unavailable' });
    expect(Date.now() - sentMs).toBeLessThan(20_000);
    fate = 'taken';
    const taken = await sendCallback(gateway.addressOf('later'), callback);
    expect(taken).toEqual({ status: 200, outcome: 'signalled' });
  });

  it('counts an event that is not documented as other, so that nobody can make metrics without end', async () => {
    await sendCallback(gateway.addressOf('odd'), { event: 'made.up', taskId: 'task_1' });
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toContain('locrelease_callbacks_total{event="other",outcome="signalled"} 1\n');
    expect(metrics).not.toContain('made.up');
  });
});

describe('a signal comes of a signed callback, whatever it says:', () => {
  const deliver = async (name: string, body: string, type = 'application/json') => {
    const headerSeconds = String(Math.floor(Date.now() / 1000));
    const times = { headerSeconds, payload: '' };
    const headers = callbackHeaders(body, new Secret(APP_SECRET), 'timestamp-header', times);
    const reply = await post(gateway.addressOf(name), body, { ...headers, 'content-type': type });
    expect(await reply.json()).toEqual({ outcome: 'signalled' });
    return gateway.signals[0]?.args[0];
  };
  const madeId = expect.stringMatching(/^[0-9a-f]{64}$/) as string;

  it('nothing at all', async () => {
    expect(await deliver('bare', '{}')).toEqual({ deliveryId: madeId, event: 'unknown', taskId: '' });
  });

  it('a form', async () => {
    const body = 'event=task.failed&task_id=7&error=no+quota';
    const hint = await deliver('form', body, 'application/x-www-form-urlencoded');
    expect(hint).toEqual({
      deliveryId: madeId,
      event: 'task.failed',
      taskId: '7',
      traceId: '',
      error: 'no quota',
    });
  });

  it('an upload in other words', async () => {
    const detail = { uploadId: 12, UpsertedCount: '3', modified_count: 'many' };
    const hint = await deliver('upload', JSON.stringify({ event: 'TERM_UPLOAD.COMPLETED', detail }));
    expect(hint).toMatchObject({ upload: { uploadId: '12', failed: false, upserted: 3 } });
    expect(hint).not.toMatchObject({ upload: { modified: expect.anything() as number } });
  });

  it('an upload that is not named', async () => {
    const hint = await deliver('unnamed', JSON.stringify({ event: 'term_upload.completed', detail: [] }));
    expect(hint).toEqual({ deliveryId: madeId, event: 'term_upload.completed', taskId: '' });
  });
});

describe('no signal comes of', () => {
  afterEach(() => expect(gateway.signals).toEqual([]));

  const genuine = JSON.stringify({
    event: 'task.completed',
    delivery_id: 'dlv_1',
    timestamp: new Date().toISOString(),
  });
  const signed = (body: string) =>
    callbackHeaders(body, new Secret(APP_SECRET), 'none', { headerSeconds: '', payload: '' });

  it('any body that is not signed with the secret', async () => {
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 500 }),
      fc.json().map((text) => Buffer.from(text)),
      fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text)),
      fc.constant(Buffer.from(genuine)),
    );
    const signature = fc.option(fc.stringMatching(/^[0-9a-f]{32}$/));
    const contentType = fc.constantFrom(
      'application/json',
      'text/plain',
      'multipart/form-data',
      'a/b;charset=x',
      'junk',
    );
    await fc.assert(
      fc.asyncProperty(body, signature, contentType, async (bytes, sign, type) => {
        const headers = { 'content-type': type, ...(sign === null ? {} : { 'x-svc-sign': sign }) };
        const reply = await post(gateway.addressOf('fuzzed'), new Uint8Array(bytes), headers);
        expect([400, 401, 415]).toContain(reply.status);
        await expectRefusal(reply);
      }),
      runs(200),
    );
  });

  it('any body that is signed and has no time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (body) => {
        const reply = await post(gateway.addressOf('fuzzed'), body, signed(body));
        expect(reply.status).toBe(401);
        await expectRefusal(reply);
      }),
      runs(100),
    );
  });

  it('a body that is too large', async () => {
    const before = await gateway.counted('unreadable');
    const reply = await post(gateway.addressOf('huge'), 'x'.repeat(256 * 1024 + 1));
    expect(reply.status).toBe(413);
    await expectRefusal(reply);
    expect(await gateway.counted('unreadable')).toBe(before + 1);
  });

  it('a body that is too large and does not say so beforehand', async () => {
    const { pathname } = new URL(gateway.addressOf('huge'));
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const head = `POST ${pathname} HTTP/1.1\r\nhost: gateway\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n`;
    const answer = await gateway.raw(head, chunk, chunk, chunk, chunk, chunk, '0\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])(
    '%s, which is not a method for callbacks',
    async (method) => {
      const reply = await fetch(gateway.addressOf('any'), { method });
      expect(reply.status).toBe(405);
      expect(reply.headers.get('allow')).toBe('POST');
      if (method !== 'HEAD') await expectRefusal(reply);
    },
  );

  it.each(['OPTIONS', 'PROPFIND', 'TRACE', 'BREW'])(
    '%s, which is no method of ours at all',
    async (method) => {
      const { pathname } = new URL(gateway.addressOf('any'));
      const answer = await gateway.raw(
        `${method} ${pathname} HTTP/1.1\r\nhost: gateway\r\nconnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(answer).toMatch(/\{.*\}$/s);
    },
  );

  const token = (name: string) => gateway.addressOf(name).split('/').at(-1) ?? '';
  it.each([
    ['a token that is wrong', () => `/callbacks/release/default/game/${token('other')}`, 401],
    ['no token', () => '/callbacks/release/default/game/', 401],
    ['a project that is not ours', () => `/callbacks/release/elsewhere/game/${token('game')}`, 401],
    ['a kind that is not', () => `/callbacks/relea%73es/default/game/${token('game')}`, 404],
    ['another kind', () => `/callbacks/termbase/default/game/${token('game')}`, 401],
    ['an encoded slash', () => `/callbacks/release/default/game%2fgame/${token('game')}`, 404],
    [
      'an encoded slash in the project',
      () => `/callbacks/release/default%2Fdefault/game/${token('game')}`,
      404,
    ],
    ['steps upward', () => `/callbacks/release/default/../default/game/${token('game')}`, 404],
    ['encoded steps upward', () => `/callbacks/release/default/%2e%2e/${token('game')}`, 404],
    ['steps upward for a name', () => `/callbacks/release/default/../${token('game')}`, 404],
    ['double slashes', () => `/callbacks//release/default/game/${token('game')}`, 404],
    ['an empty name', () => `/callbacks/release/default//${token('game')}`, 404],
    ['a zero byte', () => `/callbacks/release/default/game%00/${token('game')}`, 404],
    ['a line break', () => `/callbacks/release/default/game%0d%0a/${token('game')}`, 404],
    ['an encoding that is none', () => `/callbacks/release/default/%zz/${token('game')}`, 400],
    ['an encoding that is not UTF-8', () => `/callbacks/release/default/%ff/${token('game')}`, 400],
    ['a name without end', () => `/callbacks/release/default/${'x'.repeat(5000)}/${token('game')}`, 400],
    ['a path without end', () => `/callbacks/${'x/'.repeat(20_000)}`, 431],
    ['a name that every object has', () => `/callbacks/constructor/__proto__/game/${token('game')}`, 404],
    ['more behind the token', () => `/callbacks/release/default/game/${token('game')}/more`, 404],
    ['other letters', () => `/CALLBACKS/release/default/game/${token('game')}`, 404],
  ])('%s in the address', async (_what, path, status) => {
    const head = `POST ${path()} HTTP/1.1\r\nhost: gateway\r\nconnection: close\r\n`;
    const headers = Object.entries(signed(genuine)).map(([name, value]) => `${name}: ${value}\r\n`);
    const answer = await gateway.raw(
      `${head}${headers.join('')}content-length: ${genuine.length}\r\n\r\n${genuine}`,
    );
    expect(answer.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\{"code":.*\}$/s);
    expect(answer).not.toContain(token('game'));
  });

  it('any path at all', async () => {
    const segment = fc.oneof(
      fc.constantFrom(
        'callbacks',
        'release',
        'default',
        '..',
        '.',
        '',
        '%2e',
        '%2f',
        '%00',
        '%',
        '*',
        ':name',
        'codec',
        'decode',
      ),
      fc.stringMatching(/^[abc%0123;?#&=~@!$]{0,10}$/),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { maxLength: 7 }), async (segments) => {
        const path = `/${segments.join('/')}`;
        const answer = await gateway.raw(
          `POST ${path} HTTP/1.1\r\nhost: gateway\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}`,
        );
        expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
      }),
      runs(150),
    );
  });

  it('what is not HTTP', async () => {
    for (const bytes of ['hello\r\n\r\n', '\x16\x03\x01\x02\x00\x01\x00', 'GET / HTTP/9.9\r\n\r\n']) {
      expect(await gateway.raw(bytes)).toMatch(/^(HTTP\/1\.1 (400|505) |$)/);
    }
  });
});

describe('forged callbacks', () => {
  it('are counted', async () => {
    const before = await gateway.counted('forged');
    await sendCallback(gateway.addressOf('game'), { event: 'task.completed', taskId: '', secret: 'guessed' });
    await sendCallback(`${gateway.addressOf('game')}x`, { event: 'task.completed', taskId: '' });
    expect(await gateway.counted('forged')).toBe(before + 2);
  });
});

describe('an answer', () => {
  it('does not say what the gateway is made of', async () => {
    const { headers } = await fetch(`${gateway.url}/healthz`);
    expect([...headers.keys()].sort()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'date',
      'keep-alive',
    ]);
  });
});
