import { inspect } from 'node:util';
import type { SocialClient } from '../../../src/social/social-client';
import { httpStatusOf, type ErrorCode } from '../../../src/social/vocabulary';
import { deadAddress, reply, type Answer } from '../../support/bare-server';
import fc, { runs } from '../../support/fast-check';
import { failureOf } from '../../support/localization-client';
import {
  ACCESS_TOKEN,
  refuseWith,
  socialClientOf,
  socialFailure,
  succeedWith,
  withSocialServer,
} from '../../support/social-client';

const read = (client: SocialClient) => client.post('post_1');
const write = (client: SocialClient) => client.publishPost('post_1', {}, 'key-1');

const breakConnection: Answer = (response) => response.socket?.resetAndDestroy();
const neverEnd: Answer = (response) => void response.writeHead(200).write('{"data":');
const tooLarge: Answer = (response) => {
  response.on('error', () => undefined);
  response.writeHead(200).end(Buffer.alloc(17 * 1024 * 1024, ' '));
};
const html = (status: number): Answer => reply(status, '<html><body>Bad gateway</body></html>');

describe('A list of posts', () => {
  it('that always names a next page is given up', async () => {
    let page = 0;
    const endless: Answer = (response) =>
      void response.end(JSON.stringify({ data: { posts: [] }, meta: { nextCursor: String((page += 1)) } }));
    const all = async (client: SocialClient): Promise<void> => {
      for await (const post of client.allPosts()) expect(post).toBeUndefined();
    };
    expect((await socialFailure(endless, all)).message).toContain('has not ended after');
  });
});

describe('What the social client sends', () => {
  it('is one request under /api/v1 with the credential and without a body for a read', async () => {
    await withSocialServer(succeedWith({ posts: [] }), async (client, server) => {
      await client.listPosts({ limit: 5, status: 'draft' });
      expect(server.seen).toHaveLength(1);
      expect(server.seen[0]).toMatchObject({ method: 'GET', target: '/api/v1/posts?limit=5&status=draft' });
      expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${ACCESS_TOKEN}`);
      expect(server.seen[0]?.headers).not.toHaveProperty('content-type');
      expect(server.seen[0]?.headers).not.toHaveProperty('idempotency-key');
    });
  });

  it('carries the key, and the account where only one is to be retried', async () => {
    await withSocialServer(succeedWith({}), async (client, server) => {
      await client.publishPost('post_1', {}, 'key-1');
      await client.publishPost('post_1', { accountId: 'acc_2' }, 'key-2');
      expect(server.seen.map(({ method, target }) => `${method} ${target}`)).toEqual([
        'POST /api/v1/posts/post_1/publish',
        'POST /api/v1/posts/post_1/publish',
      ]);
      expect(server.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-2']);
      expect(server.seen.map(({ rawBody }) => rawBody.toString())).toEqual(['{}', '{"accountId":"acc_2"}']);
    });
  });

  it('sends a draft as content and targets where that reading is forced', async () => {
    await withSocialServer(
      succeedWith({ postId: 'post_2' }),
      async (client, server) => {
        await client.createDraft({ text: 'Hello', accountIds: ['acc_1'] });
        expect(JSON.parse(String(server.seen[0]?.rawBody))).toEqual({
          content: 'Hello',
          targets: [{ accountId: 'acc_1' }],
        });
      },
      { draftRequest: 'content' },
    );
  });

  it('carries a key for a draft only where one is given', async () => {
    const draft = { text: 'Hello', accountIds: ['acc_1'] };
    await withSocialServer(succeedWith({ postId: 'post_2' }), async (client, server) => {
      await client.createDraft(draft);
      await client.createDraft(draft, 'key-1');
      expect(server.seen.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, 'key-1']);
      expect(JSON.parse(String(server.seen[0]?.rawBody))).toEqual(draft);
    });
  });

  it('keeps any post id one segment of the path', async () => {
    await withSocialServer(succeedWith({ postId: 'x', status: 'draft' }), async (client, server) => {
      await fc.assert(
        fc.asyncProperty(
          fc.string({ minLength: 1, unit: 'grapheme' }).filter((id) => id !== '.' && id !== '..'),
          async (id) => {
            await client.post(id);
            const target = server.seen.at(-1)?.target ?? '';
            expect(target).toMatch(/^\/api\/v1\/posts\/[^/?#]+$/);
            expect(decodeURIComponent(target.split('/').at(-1) ?? '')).toBe(id);
          },
        ),
        runs(50),
      );
    });
  });

  it.each([
    ['an empty key', (client: SocialClient) => client.publishPost('post_1', {}, '')],
    ['a key with a newline', (client: SocialClient) => client.publishPost('post_1', {}, 'a\r\nb')],
    ['a key that is not ASCII', (client: SocialClient) => client.publishPost('post_1', {}, 'ключ')],
    ['a key with white space at its end', (client: SocialClient) => client.publishPost('post_1', {}, 'a ')],
    ['a key of 256 characters', (client: SocialClient) => client.publishPost('post_1', {}, 'k'.repeat(256))],
    [
      'an empty key for a draft',
      (client: SocialClient) => client.createDraft({ text: 't', accountIds: ['acc_1'] }, ''),
    ],
    ['an empty post id', (client: SocialClient) => client.post('')],
    ['a post id that climbs up the path', (client: SocialClient) => client.publishPost('..', {}, 'key-1')],
    [
      'an empty account id, which might mean every account',
      (client: SocialClient) => client.publishPost('post_1', { accountId: '' }, 'key-1'),
    ],
  ])('is nothing at all with %s', async (_what, call) => {
    await withSocialServer(succeedWith({}), async (client, server) => {
      const error = await failureOf(call(client));
      expect(error).toMatchObject({ kind: 'invalid', effect: 'none', code: null });
      expect(error.message).toContain('not sent:');
      expect(server.seen).toEqual([]);
    });
  });

  it('is the key unchanged, for every key that is not refused', async () => {
    await withSocialServer(succeedWith({}), async (client, server) => {
      const printable = fc.string({
        unit: fc.integer({ min: 0x20, max: 0x7e }).map((c) => String.fromCharCode(c)),
      });
      await fc.assert(
        fc.asyncProperty(
          printable.filter((key) => key !== '' && key === key.trim() && key.length <= 255),
          async (key) => {
            await client.publishPost('post_1', {}, key);
            expect(server.seen.at(-1)?.headers['idempotency-key']).toBe(key);
          },
        ),
        runs(50),
      );
    });
  });
});

describe('What the social client reads', () => {
  it('is the data with the request id', async () => {
    const call = (client: SocialClient) => client.post('post_1');
    const answer = succeedWith({ post: { postId: 'post_1', status: 'draft', colour: 'red' } });
    await expect(withSocialServer(answer, call)).resolves.toMatchObject({
      data: { postId: 'post_1', status: 'draft', targets: [], colour: 'red' },
      requestId: 'req_1',
      replayed: false,
    });
  });

  it.each([{ replayed: true }, { replayed: false }, {}])('tells a replayed result by %j', async (meta) => {
    const { replayed } = await withSocialServer(succeedWith({}, meta), write);
    expect(replayed).toBe(meta.replayed ?? false);
  });

  it.each([null, 'accepted', []])('takes %j as the data of an accepted publish', async (data) => {
    await expect(withSocialServer(succeedWith(data), write)).resolves.toMatchObject({ data: {} });
  });

  it('is every page in turn', async () => {
    const pages: Record<string, object> = {
      '/api/v1/posts?status=draft': { posts: [{ id: 'a', status: 'draft' }], nextCursor: 'c1' },
      '/api/v1/posts?status=draft&cursor=c1': { posts: [], nextCursor: 'c2' },
      '/api/v1/posts?status=draft&cursor=c2': { posts: [{ id: 'b', status: 'draft' }], nextCursor: null },
    };
    const answer: Answer = (response, request) => succeedWith(pages[request.target])(response, request);
    const ids = await withSocialServer(answer, (client) => postIds(client, { status: 'draft' }));
    expect(ids).toEqual(['a', 'b']);
  });

  it('ends where a cursor comes back', async () => {
    const answer = succeedWith({ items: [{ id: 'a', status: 'draft' }] }, { cursor: 'again' });
    await withSocialServer(answer, async (client, server) => {
      await expect(postIds(client, {})).resolves.toEqual(['a', 'a']);
      expect(server.seen).toHaveLength(2);
    });
  });
});

describe('A failure of the social client', () => {
  it.each(Object.entries(httpStatusOf))('keeps %s with its parameters', async (code, status) => {
    const params = { scope: 'posts:read', limit: 3 };
    await expect(socialFailure(refuseWith(status, code, params), read)).resolves.toMatchObject({
      service: 'social',
      endpoint: 'GET /posts/{postId}',
      kind: 'refused',
      code,
      httpStatus: status,
      traceId: 'req_1',
      params,
      effect: 'none',
      message: `Social service, GET /posts/{postId}: ${code} about ${code} {"scope":"posts:read","limit":3}`,
    });
  });

  const effects: Record<ErrorCode, 'none' | 'unknown'> = {
    unauthenticated: 'none',
    forbidden: 'none',
    workspace_not_found: 'none',
    not_found: 'none',
    invalid_input: 'none',
    plan_limit: 'none',
    no_account: 'none',
    needs_reauth: 'none',
    rate_limited: 'none',
    replay: 'unknown',
    external_writes_off: 'none',
    platform_error: 'unknown',
    internal: 'unknown',
  };
  it.each(Object.entries(effects))('with %s in a write has the effect %s', async (code, effect) => {
    const answer = refuseWith(httpStatusOf[code as ErrorCode], code);
    await expect(socialFailure(answer, write)).resolves.toMatchObject({ code, effect });
  });

  it.each([
    ['a page of a proxy', html(502), { kind: 'refused', code: null, httpStatus: 502, effect: 'unknown' }],
    ['a page where nothing was found', html(404), { kind: 'refused', code: null, effect: 'none' }],
    ["a proxy's time-out", html(408), { kind: 'refused', effect: 'unknown' }],
    ["a proxy's cap", html(429), { kind: 'refused', code: 'rate_limited', effect: 'none' }],
    ['a page under HTTP 200', html(200), { kind: 'unreadable', code: null, effect: 'unknown' }],
    ['JSON that is no object', reply(200, '[1]'), { kind: 'unreadable', effect: 'unknown' }],
    [
      'an error under HTTP 200',
      refuseWith(200, 'internal'),
      { kind: 'refused', code: 'internal', effect: 'unknown' },
    ],
    [
      'an error without a code',
      reply(500, { error: 'boom' }),
      { kind: 'refused', code: null, effect: 'unknown' },
    ],
    ['an unknown code', refuseWith(418, 'teapot'), { kind: 'refused', code: 'teapot', effect: 'none' }],
    ['a broken connection', breakConnection, { kind: 'interrupted', effect: 'unknown' }],
    ['a reply without an end', neverEnd, { kind: 'timeout', effect: 'unknown' }],
    ['a reply larger than 16 MiB', tooLarge, { kind: 'unreadable', effect: 'unknown' }],
  ] as const)('after %s tells what is known of a write', async (_what, answer, expected) => {
    const options = { timeoutMs: answer === neverEnd ? 200 : 20_000 };
    await expect(socialFailure(answer, write, options)).resolves.toMatchObject(expected);
    await expect(socialFailure(answer, read, options)).resolves.toMatchObject({
      ...expected,
      effect: 'none',
    });
  });

  it('after a success that cannot be read says that the work was done', async () => {
    const create = (client: SocialClient) => client.createDraft({ text: 't', accountIds: ['acc_1'] });
    const error = await socialFailure(succeedWith({ created: true }), create);
    expect(error).toMatchObject({ kind: 'unreadable', effect: 'done', traceId: 'req_1' });
    expect(error.message).toBe('Social service, POST /posts: the reply is not as documented at postId');
  });

  it('without a connection says that nothing was sent', async () => {
    const client = socialClientOf(await deadAddress());
    await expect(failureOf(write(client))).resolves.toMatchObject({ kind: 'unreachable', effect: 'none' });
    await client.close();
  });

  it('by cancellation says whether the call was under way', async () => {
    const before = await socialFailure(succeedWith({}), (client) =>
      client.publishPost('post_1', {}, 'key-1', { signal: AbortSignal.abort() }),
    );
    expect(before).toMatchObject({ kind: 'interrupted', effect: 'none' });
    const abort = new AbortController();
    const cancel: Answer = () => abort.abort();
    const during = await socialFailure(cancel, (client) =>
      client.publishPost('post_1', {}, 'key-1', { signal: abort.signal }),
    );
    expect(during).toMatchObject({ kind: 'interrupted', effect: 'unknown' });
  });

  it.each([
    ['the header', {}, { 'retry-after': '7' }, 7000],
    ['the parameter', { retryAfterSec: 9 }, {}, 9000],
    ['the header before the parameter', { retryAfterSec: 9 }, { 'retry-after': '7' }, 7000],
    ['neither', {}, {}, null],
    ['a parameter that is no number', { retryAfterSec: 'soon' }, {}, null],
  ])('tells how long to wait by %s', async (_where, params, headers, retryAfterMs) => {
    const answer = refuseWith(429, 'rate_limited', params, headers);
    await expect(socialFailure(answer, write)).resolves.toMatchObject({ retryAfterMs });
  });

  it.each([
    ['a message', reply(500, { error: { code: 'internal', message: `bad ${ACCESS_TOKEN}` } })],
    ['parameters', refuseWith(403, 'forbidden', { nested: [{ saw: `Bearer ${ACCESS_TOKEN}` }] })],
    ['a page', reply(502, `<html>${ACCESS_TOKEN}</html>`)],
    ['a link', refuseWith(500, 'internal', { see: `https://host/x?sig=${ACCESS_TOKEN}` })],
    ['a broken connection', breakConnection],
    ['a reply without an end', neverEnd],
    ['a success that cannot be read', succeedWith({ [ACCESS_TOKEN]: ACCESS_TOKEN })],
  ])('does not show the credential after %s', async (_what, answer) => {
    const create = (client: SocialClient) => client.createDraft({ text: 't', accountIds: ['acc_1'] });
    const error = await socialFailure(answer, create, { timeoutMs: 200 });
    const shown = [
      error.message,
      error.stack,
      JSON.stringify(error),
      inspect(error, { depth: 20, showHidden: true }),
    ];
    for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
      shown.push(String(cause), cause.stack, inspect(cause, { depth: 20, showHidden: true }));
    }
    expect(shown.join('\n')).not.toContain(ACCESS_TOKEN);
  });
});

async function postIds(client: SocialClient, query: { status?: string }): Promise<string[]> {
  const ids: string[] = [];
  for await (const { postId } of client.allPosts(query)) ids.push(postId);
  return ids;
}
