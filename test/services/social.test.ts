/** Each endpoint of the social service through the real client: the good case and every documented refusal. */
import type { SocialClient } from '../../src/social/social-client';
import { httpStatusOf } from '../../src/social/vocabulary';
import { failureOf } from '../support/localization-client';
import { readingsById } from '../../src/sandbox/readings/catalogue';
import { ACCOUNT_PACE_MS, TOKEN, withSocialSandbox, type SocialBench } from '../support/social-sandbox';
import { until } from '../support/until';

const draft = { text: 'Hello', accountIds: ['acc_1'] };

const calls: Record<string, (client: SocialClient) => Promise<unknown>> = {
  'GET /workspace': (client) => client.workspace(),
  'GET /accounts': (client) => client.accounts(),
  'GET /posts': (client) => client.listPosts(),
  'GET /posts/{postId}': (client) => client.post('post_1'),
  'POST /posts': (client) => client.createDraft(draft),
  'POST /posts/{postId}/publish': (client) => client.publishPost('post_1', {}, 'key-1'),
};
const endpoints = Object.entries(calls);

describe('GET /workspace', () => {
  it('tells who one is, what one may do and how much is left', () =>
    withSocialSandbox({ scheduledThisMonth: { used: 3, limit: 10 } }, async ({ sandbox, client }) => {
      const { data, requestId, replayed } = await client.workspace();
      expect(data).toEqual({
        workspace: { id: 'ws_1', name: 'Games', kind: 'team', role: 'admin' },
        user: { id: 'user_1' },
        credential: {
          kind: 'mcp_client',
          scopes: ['workspace:read', 'accounts:read', 'posts:read', 'posts:write', 'schedule:write'],
          allowedActions: ['draft', 'schedule', 'publish'],
          confirmMode: 'preauthorized',
        },
        quotas: {
          scheduledThisMonth: { used: 3, limit: 10, left: 7 },
          rendersThisMonth: { used: 0, limit: 100, left: 100 },
          seats: { used: 1, limit: 5, left: 4 },
          aiThisMonth: { used: 0, limit: 100, left: 100 },
        },
        platforms: {
          publishable: ['x', 'youtube', 'instagram', 'tiktok', 'facebook', 'threads'],
          manual: ['douyin', 'xiaohongshu', 'wechat_mp'],
        },
        accounts: { total: 4, byPlatform: { x: 1, threads: 1, instagram: 1, wechat_mp: 1 } },
        deepLinks: {
          dashboard: `${sandbox.url}/app/dashboard`,
          drafts: `${sandbox.url}/app/drafts`,
          calendar: `${sandbox.url}/app/calendar`,
          history: `${sandbox.url}/app/history`,
          planning: `${sandbox.url}/app/planning`,
        },
      });
      expect(requestId).toMatch(/^req_/);
      expect(replayed).toBe(false);
    }));
});

describe('GET /accounts', () => {
  it('lists the accounts with every documented field', () =>
    withSocialSandbox({}, async ({ sandbox, client }) => {
      const { data } = await client.accounts();
      expect(data.accounts[2]).toEqual({
        id: 'acc_3',
        platform: 'instagram',
        handle: '@games',
        displayName: 'games',
        avatar: null,
        followers: 0,
        status: 'expired',
        connectedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
        lastSyncedAt: null,
        canPublish: true,
        isManual: false,
        profileUrl: null,
        subscriptionType: null,
        groupIds: ['grp_all'],
      });
      expect(data.groups).toEqual([{ id: 'grp_all', name: 'All accounts', count: 4 }]);
      expect(data.byPlatform).toEqual({ x: 1, threads: 1, instagram: 1, wechat_mp: 1 });
      expect(data.deepLink).toBe(`${sandbox.url}/app/accounts`);
    }));

  it('shows what a person did in the application', () =>
    withSocialSandbox({}, async ({ sandbox, client }) => {
      const answer = await fetch(`${sandbox.url}/sandbox/accounts/acc_3`, {
        method: 'POST',
        body: JSON.stringify({ status: 'active' }),
      });
      expect(await answer.json()).toMatchObject({ id: 'acc_3', status: 'active', canPublish: true });
      const { data } = await client.accounts();
      expect(data.accounts.map(({ status }) => status)).toEqual(['active', 'active', 'active', 'active']);
      expect(() => sandbox.social.setAccount('acc_9', {})).toThrow('no account acc_9');
    }));
});

describe('GET /posts', () => {
  it('pages through summaries, newest first', () =>
    withSocialSandbox({}, async ({ client }) => {
      for (const text of ['two', 'three', 'four', 'five']) await client.createDraft({ ...draft, text });
      const first = await client.listPosts({ limit: 2 });
      expect(first.data.items.map(({ postId }) => postId)).toEqual(['post_5', 'post_4']);
      expect(first.data.items[0]).toMatchObject({ text: 'five', status: 'draft', targets: [] });
      const ids: string[] = [];
      for await (const { postId } of client.allPosts({ limit: 2 })) ids.push(postId);
      expect(ids).toEqual(['post_5', 'post_4', 'post_3', 'post_2', 'post_1']);
    }));

  it('goes on where it was although posts have been added', () =>
    withSocialSandbox({}, async ({ client }) => {
      await client.createDraft(draft);
      const { next } = (await client.listPosts({ limit: 1 })).data;
      await client.createDraft(draft);
      const { items } = (await client.listPosts({ limit: 1, ...(next as { cursor: string }) })).data;
      expect(items.map(({ postId }) => postId)).toEqual(['post_1']);
    }));

  it('shows one status alone', () =>
    withSocialSandbox({}, async ({ client }) => {
      await client.createDraft(draft);
      await client.publishPost('post_1', {}, 'key-1');
      const idsOf = async (status: string) =>
        (await client.listPosts({ status })).data.items.map(({ postId }) => postId);
      expect(await idsOf('publishing')).toEqual(['post_1']);
      expect(await idsOf('draft')).toEqual(['post_2']);
      expect(await idsOf('archived')).toEqual([]);
    }));

  it.each([
    ['a broken cursor', { cursor: 'broken' }, 'cursor'],
    ['a status that does not exist', { status: 'dreaming' }, 'status'],
    ['a limit of nothing', { limit: 0 }, 'limit'],
  ])('refuses %s and names the field', (_what, query, field) =>
    withSocialSandbox({}, async ({ client }) => {
      const error = await failureOf(client.listPosts(query));
      expect(error).toMatchObject({ code: 'invalid_input', httpStatus: 400 });
      expect(error.message).toContain(`${field}:`);
    }),
  );
});

describe('GET /posts/{postId}', () => {
  it('shows the post with its targets', () =>
    withSocialSandbox({}, async ({ client }) => {
      const target = { status: 'pending', errorCode: null, errorMessage: null };
      expect((await client.post('post_1')).data).toMatchObject({
        postId: 'post_1',
        status: 'draft',
        text: 'Hello',
        targets: [
          { accountId: 'acc_1', platform: 'x', ...target },
          { accountId: 'acc_2', platform: 'threads', ...target },
        ],
      });
    }));

  it('shows it as it was when it was read, however late the reply', () =>
    withSocialSandbox({}, async ({ sandbox, client }) => {
      await client.publishPost('post_1', {}, 'key-1');
      sandbox.faults.add({ on: 'GET /posts/{postId}', do: 'delay', ms: 300 });
      const reading = client.post('post_1');
      await until(
        'the post is read',
        () => sandbox.journal.find({ subject: 'GET /posts/{postId}' }).length > 0,
      );
      sandbox.clock.advance(2 * ACCOUNT_PACE_MS);
      expect((await reading).data.status).toBe('publishing');
      expect((await client.post('post_1')).data.status).toBe('published');
    }));

  it('does not find a post that is not there', () =>
    withSocialSandbox({}, async ({ client }) => {
      await expect(failureOf(client.post('post_9'))).resolves.toMatchObject({
        code: 'not_found',
        httpStatus: 404,
        effect: 'none',
      });
    }));
});

describe('POST /posts', () => {
  it('creates a draft, and says so in the journal', () =>
    withSocialSandbox({}, async ({ sandbox, client }) => {
      const { data } = await client.createDraft(draft, 'key-1');
      expect(data.postId).toBe('post_2');
      expect((await client.post('post_2')).data).toMatchObject({ text: 'Hello', status: 'draft' });
      expect(sandbox.journal.find({ subject: 'POST /posts' })).toMatchObject([
        {
          owner: 'ws_1',
          code: 'ok',
          effect: 'draft post_2 created',
          answered: true,
          ids: { postId: 'post_2', idempotencyKey: 'key-1' },
        },
      ]);
    }));

  it('creates another one under the same key, unless the profile says otherwise', async () => {
    for (const reading of readingsById['draft-idempotency']) {
      const isHonoured = reading === 'honoured';
      const test = async ({ sandbox, client }: SocialBench): Promise<void> => {
        const first = await client.createDraft(draft, 'key-1');
        const second = await client.createDraft(draft, 'key-1');
        expect(second.replayed).toBe(isHonoured);
        expect(second.data.postId === first.data.postId).toBe(isHonoured);
        expect(sandbox.social.posts()).toHaveLength(isHonoured ? 2 : 3);
      };
      await withSocialSandbox({}, test, { 'draft-idempotency': reading });
    }
  });

  it('schedules a post with a time, which goes out by itself and counts against the plan', () =>
    withSocialSandbox(
      { scheduledThisMonth: { used: 4, limit: 5 } },
      async ({ sandbox, client, live, targets }) => {
        const scheduledAt = new Date(sandbox.clock.nowMs() + 60_000).toISOString();
        const { data } = await client.createDraft({ ...draft, scheduledAt });
        expect((await client.post(data.postId)).data.status).toBe('scheduled');
        const { quotas } = (await client.workspace()).data;
        expect(quotas.scheduledThisMonth).toEqual({ used: 5, limit: 5, left: 0 });
        const error = await failureOf(client.createDraft({ ...draft, scheduledAt }));
        expect(error).toMatchObject({ code: 'plan_limit', httpStatus: 402, params: { limit: 5, used: 5 } });
        sandbox.clock.advance(60_000 + ACCOUNT_PACE_MS);
        expect(live()).toEqual(['post_2 on acc_1']);
        expect(await targets('post_2')).toEqual(['acc_1 published']);
      },
    ));

  it('has its plan again in the next month', () =>
    withSocialSandbox({ scheduledThisMonth: { used: 5, limit: 5 } }, async ({ sandbox, client }) => {
      sandbox.clock.advance(32 * 24 * 3_600_000);
      const { quotas } = (await client.workspace()).data;
      expect(quotas.scheduledThisMonth).toEqual({ used: 0, limit: 5, left: 5 });
    }));

  it.each([
    ['a time without a time zone', { ...draft, scheduledAt: '2026-12-01T09:00:00' }, 'scheduledAt'],
    ['a time that is none', { ...draft, scheduledAt: 'tomorrow' }, 'scheduledAt'],
    ['no text', { ...draft, text: '' }, 'text'],
    ['no accounts', { ...draft, accountIds: [] }, 'accountIds'],
  ])('refuses %s and names the field', (_what, body, field) =>
    withSocialSandbox({}, async ({ sandbox, client }) => {
      const error = await failureOf(client.createDraft(body));
      expect(error).toMatchObject({ code: 'invalid_input', httpStatus: 400, effect: 'none' });
      expect(error.message).toContain(`${field}:`);
      expect(sandbox.social.posts()).toHaveLength(1);
    }),
  );

  it('does not find an account that is not there', () =>
    withSocialSandbox({}, async ({ client }) => {
      const error = await failureOf(client.createDraft({ ...draft, accountIds: ['acc_9'] }));
      expect(error).toMatchObject({ code: 'not_found', effect: 'none' });
    }));

  it.each([
    ['draft', draft, ['schedule']],
    ['schedule', { ...draft, scheduledAt: '2100-01-01T00:00:00Z' }, ['draft']],
  ])('is forbidden without the tier %s', (action, body, allowedActions) =>
    withSocialSandbox({ credentials: [{ token: TOKEN, allowedActions }] }, async ({ client }) => {
      const error = await failureOf(client.createDraft(body));
      expect(error).toMatchObject({ code: 'forbidden', httpStatus: 403, params: { action } });
    }),
  );

  it('is forbidden to schedule without the scope for it', () =>
    withSocialSandbox({ credentials: [{ token: TOKEN, scopes: ['posts:write'] }] }, async ({ client }) => {
      const error = await failureOf(client.createDraft({ ...draft, scheduledAt: '2100-01-01T00:00:00Z' }));
      expect(error).toMatchObject({ code: 'forbidden', params: { scope: 'schedule:write' } });
    }));
});

describe.each(endpoints)('%s', (endpoint, call) => {
  it.each([
    ['an unknown credential', 'someone_it_else'],
    ['a credential that is disabled, expired or not long-lived', 'unusable'],
  ])('is refused to %s', (_what, token) =>
    withSocialSandbox(
      { credentials: [{ token: TOKEN }, { token: 'unusable', usable: false }] },
      async ({ clientWith }) => {
        const error = await failureOf(call(clientWith(token)));
        expect(error).toMatchObject({ endpoint, code: 'unauthenticated', httpStatus: 401, effect: 'none' });
      },
    ),
  );

  it('is refused to one who is no longer a member', () =>
    withSocialSandbox({ credentials: [{ token: TOKEN, memberActive: false }] }, async ({ client }) => {
      const error = await failureOf(call(client));
      expect(error).toMatchObject({ code: 'workspace_not_found', httpStatus: 403, effect: 'none' });
    }));

  it('is forbidden without its scope, which the refusal names', () =>
    withSocialSandbox({ credentials: [{ token: TOKEN, scopes: [] }] }, async ({ client }) => {
      const scope = {
        'GET /workspace': 'workspace:read',
        'GET /accounts': 'accounts:read',
        'GET /posts': 'posts:read',
        'GET /posts/{postId}': 'posts:read',
      }[endpoint];
      const error = await failureOf(call(client));
      expect(error).toMatchObject({ code: 'forbidden', params: { scope: scope ?? 'posts:write' } });
    }));

  it('can be made to answer every documented error, and then does nothing', () =>
    withSocialSandbox({}, async ({ sandbox, client }) => {
      for (const [code, httpStatus] of Object.entries(httpStatusOf)) {
        sandbox.faults.add({ on: endpoint, do: 'refuse', code, params: { reason: code }, retryAfter: '5' });
        const error = await failureOf(call(client));
        expect(error).toMatchObject({
          endpoint,
          code,
          httpStatus,
          params: { reason: code },
          retryAfterMs: 5000,
        });
        sandbox.faults.clear();
      }
      const entries = sandbox.journal.find({ subject: endpoint });
      expect(entries.map(({ code }) => code)).toEqual(Object.keys(httpStatusOf));
      expect(entries.filter(({ effect, fault }) => effect !== null || fault !== 'refuse')).toEqual([]);
    }));
});

describe('A call without a credential', () => {
  it('is refused', () =>
    withSocialSandbox({}, async ({ sandbox }) => {
      const answer = await fetch(`${sandbox.url}/api/v1/workspace`);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ error: { code: 'unauthenticated' } });
    }));
});

describe('A viewer', () => {
  it('may read and change nothing', () =>
    withSocialSandbox({ credentials: [{ token: TOKEN, role: 'viewer' }] }, async ({ client }) => {
      expect((await client.post('post_1')).data.status).toBe('draft');
      await expect(failureOf(client.createDraft(draft))).resolves.toMatchObject({
        code: 'forbidden',
        params: { action: 'draft' },
      });
      await expect(failureOf(client.publishPost('post_1', {}, 'key-1'))).resolves.toMatchObject({
        code: 'forbidden',
        params: { action: 'publish' },
      });
    }));
});
