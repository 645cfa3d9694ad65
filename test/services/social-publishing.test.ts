/** Publishing through the real client: what goes out, under which key, and how often. */
import type { SocialClient } from '../../src/social/social-client';
import { socialRemedy } from '../../src/social/remedies';
import { failureOf } from '../support/localization-client';
import { ACCOUNT_PACE_MS, TOKEN, withSocialSandbox } from '../support/social-sandbox';

const DAY_MS = 24 * 3_600_000;

describe('A publish', () => {
  it('is accepted first, and then goes live on one account after the other', () =>
    withSocialSandbox({}, async ({ sandbox, client, live, targets }) => {
      await client.publishPost('post_1', {}, 'key-1');
      expect((await client.post('post_1')).data.status).toBe('publishing');
      expect(live()).toEqual([]);
      sandbox.clock.advance(ACCOUNT_PACE_MS);
      expect(await targets('post_1')).toEqual(['acc_1 published', 'acc_2 publishing']);
      expect((await client.post('post_1')).data.status).toBe('publishing');
      sandbox.clock.advance(ACCOUNT_PACE_MS);
      expect(live()).toEqual(['post_1 on acc_1', 'post_1 on acc_2']);
      expect((await client.post('post_1')).data.status).toBe('published');
      expect(sandbox.journal.find({ kind: 'work', subject: 'publish acc_2' })).toMatchObject([
        {
          owner: 'ws_1',
          code: 'ok',
          effect: 'published post_1 on acc_2',
          ids: { postId: 'post_1', accountId: 'acc_2', idempotencyKey: 'key-1' },
        },
      ]);
    }));

  it('that fails on one account shows it in the post, and is no error of the call', () =>
    withSocialSandbox({}, async ({ sandbox, client, live }) => {
      sandbox.faults.add({ on: 'target acc_1', do: 'fail', code: 'media_required', reason: 'add a picture' });
      await client.publishPost('post_1', {}, 'key-1');
      sandbox.clock.advance(ACCOUNT_PACE_MS);
      expect((await client.post('post_1')).data).toMatchObject({
        status: 'failed',
        targets: [
          { status: 'failed', errorCode: 'media_required', errorMessage: 'add a picture' },
          { status: 'publishing', errorCode: null },
        ],
      });
      sandbox.clock.advance(ACCOUNT_PACE_MS);
      expect((await client.post('post_1')).data.status).toBe('failed');
      expect(live()).toEqual(['post_1 on acc_2']);
      expect(sandbox.journal.find({ subject: 'publish acc_1' })).toMatchObject([
        { code: 'media_required', effect: null, fault: 'fail' },
      ]);
    }));

  it('fails on an account whose authorization expires meanwhile', () =>
    withSocialSandbox({}, async ({ sandbox, client, targets }) => {
      await client.publishPost('post_1', {}, 'key-1');
      sandbox.social.setAccount('acc_2', { status: 'expired' });
      sandbox.clock.advance(2 * ACCOUNT_PACE_MS);
      expect(await targets('post_1')).toEqual(['acc_1 published', 'acc_2 failed token_expired']);
    }));

  it('of one account retries that one alone', () =>
    withSocialSandbox({}, async ({ sandbox, client, live, targets }) => {
      sandbox.faults.add({ on: 'target acc_2', do: 'fail', code: 'media_required' });
      await client.publishPost('post_1', {}, 'key-1');
      sandbox.clock.advance(2 * ACCOUNT_PACE_MS);
      await client.publishPost('post_1', { accountId: 'acc_2' }, 'key-2');
      expect((await client.post('post_1')).data.status).toBe('publishing');
      sandbox.clock.advance(ACCOUNT_PACE_MS);
      expect(live()).toEqual(['post_1 on acc_1', 'post_1 on acc_2']);
      expect(await targets('post_1')).toEqual(['acc_1 published', 'acc_2 published']);
      expect((await client.post('post_1')).data.status).toBe('published');
    }));

  it('under a new key goes live on every account again', () =>
    withSocialSandbox({}, async ({ sandbox, client, live }) => {
      await client.publishPost('post_1', {}, 'key-1');
      sandbox.clock.advance(2 * ACCOUNT_PACE_MS);
      await client.publishPost('post_1', {}, 'key-2');
      sandbox.clock.advance(2 * ACCOUNT_PACE_MS);
      expect(live()).toEqual(['post_1 on acc_1', 'post_1 on acc_2', 'post_1 on acc_1', 'post_1 on acc_2']);
    }));
});

describe('An idempotency key', () => {
  it('brings the first result again, and nothing goes out twice', () =>
    withSocialSandbox({}, async ({ sandbox, client, live }) => {
      const first = await client.publishPost('post_1', {}, 'key-1');
      sandbox.clock.advance(2 * ACCOUNT_PACE_MS);
      const second = await client.publishPost('post_1', {}, 'key-1');
      sandbox.clock.advance(2 * ACCOUNT_PACE_MS);
      expect([first.replayed, second.replayed]).toEqual([false, true]);
      expect(second.data).toEqual(first.data);
      expect(second.data).toEqual({ postId: 'post_1', status: 'publishing' });
      expect(live()).toHaveLength(2);
      expect(
        sandbox.journal.find({ subject: 'POST /posts/{postId}/publish' }).map(({ effect }) => effect),
      ).toEqual(['publish of post_1 accepted for acc_1, acc_2', null]);
    }));

  it('makes a repeat safe after the reply was lost', () =>
    withSocialSandbox({}, async ({ sandbox, client, live }) => {
      sandbox.faults.add({ on: 'POST /posts/{postId}/publish', do: 'lose-reply' });
      const lost = await failureOf(client.publishPost('post_1', {}, 'key-1'));
      expect(lost).toMatchObject({ kind: 'interrupted', effect: 'unknown' });
      expect((await client.publishPost('post_1', {}, 'key-1')).replayed).toBe(true);
      sandbox.clock.advance(2 * ACCOUNT_PACE_MS);
      expect(live()).toHaveLength(2);
    }));

  it('is refused while its request is still running, and then brings its result', () =>
    withSocialSandbox({ acceptMs: 3_600_000 }, async ({ sandbox, client, live }) => {
      const publish = () => client.publishPost('post_1', {}, 'key-1');
      const both = [publish(), publish()];
      // Whichever came first is running for an hour, so the one that ends now is the other.
      const error = await failureOf(Promise.race(both));
      expect(error).toMatchObject({ code: 'replay', httpStatus: 409, effect: 'unknown' });
      expect(socialRemedy(error)).toMatchObject({ do: 'wait' });
      sandbox.clock.advance(3_600_000);
      const outcomes = await Promise.allSettled(both);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await publish()).replayed).toBe(true);
      sandbox.clock.advance(2 * ACCOUNT_PACE_MS);
      expect(live()).toHaveLength(2);
    }));

  it('may be used again where its request failed', () =>
    withSocialSandbox({}, async ({ sandbox, client }) => {
      sandbox.social.setAccount('acc_1', { status: 'expired' });
      expect(await failureOf(client.publishPost('post_1', {}, 'key-1'))).toMatchObject({
        code: 'needs_reauth',
      });
      sandbox.social.setAccount('acc_1', { status: 'active' });
      expect((await client.publishPost('post_1', {}, 'key-1')).replayed).toBe(false);
    }));

  it('decides alone: under a used key another post does not go out', () =>
    withSocialSandbox({}, async ({ sandbox, client, live }) => {
      const { data } = await client.createDraft({ text: 'Other', accountIds: ['acc_1'] });
      await client.publishPost('post_1', {}, 'key-1');
      const other = await client.publishPost(data.postId, {}, 'key-1');
      expect(other).toMatchObject({ replayed: true, data: { postId: 'post_1' } });
      sandbox.clock.advance(2 * ACCOUNT_PACE_MS);
      expect(live()).toEqual(['post_1 on acc_1', 'post_1 on acc_2']);
    }));

  it('belongs to one credential', () =>
    withSocialSandbox(
      { credentials: [{ token: TOKEN }, { token: 'other' }] },
      async ({ client, clientWith }) => {
        await client.publishPost('post_1', {}, 'key-1');
        expect((await clientWith('other').publishPost('post_1', {}, 'key-1')).replayed).toBe(false);
      },
    ));

  it('is required', () =>
    withSocialSandbox({}, async ({ sandbox }) => {
      const answer = await fetch(`${sandbox.url}/api/v1/posts/post_1/publish`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      expect(answer.status).toBe(400);
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      expect(error).toMatchObject({ code: 'invalid_input' });
      expect(error.message).toContain('Idempotency-Key');
    }));
});

describe('A publish that cannot go out', () => {
  it.each([
    ['a post that is not there', 'post_9', {}, {}, 'not_found', 404],
    ['an account that the post does not go to', 'post_1', { accountId: 'acc_3' }, {}, 'not_found', 404],
    ['an expired account', 'expired', {}, {}, 'needs_reauth', 409],
    ['an account that cannot publish', 'manual', {}, {}, 'no_account', 409],
    ['no account at all', 'nowhere', {}, {}, 'no_account', 409],
    ['external writes off', 'post_1', {}, { externalWrites: false }, 'external_writes_off', 503],
    [
      'a tier that is not allowed',
      'post_1',
      {},
      { credentials: [{ token: TOKEN, allowedActions: ['draft', 'schedule'] }] },
      'forbidden',
      403,
    ],
  ])('for %s is refused as a whole', (_what, postId, body, workspace, code, httpStatus) =>
    withSocialSandbox(
      {
        drafts: [
          { id: 'post_1', text: 'Hello', accountIds: ['acc_1', 'acc_2'] },
          { id: 'expired', text: 'Hello', accountIds: ['acc_1', 'acc_3'] },
          { id: 'manual', text: 'Hello', accountIds: ['acc_1', 'acc_4'] },
          { id: 'nowhere', text: 'Hello', accountIds: [] },
        ],
        ...workspace,
      },
      async ({ sandbox, client, live }) => {
        const error = await failureOf(client.publishPost(postId, body, 'key-1'));
        expect(error).toMatchObject({ code, httpStatus, effect: 'none' });
        sandbox.clock.advance(2 * ACCOUNT_PACE_MS);
        expect(live()).toEqual([]);
        expect(sandbox.social.posts().map(({ status }) => status)).toEqual(Array(4).fill('draft'));
      },
    ),
  );
});

describe('Caps', () => {
  const reading = (client: SocialClient): Promise<unknown> => client.workspace();
  const writing = (client: SocialClient): Promise<unknown> =>
    client.createDraft({ text: 'Hello', accountIds: ['acc_1'] });

  it.each([
    ['reads', reading, writing],
    ['writes', writing, reading],
  ])('on %s hold for a minute, for one credential and not for the rest', (_class, call, other) =>
    withSocialSandbox(
      {
        credentials: [{ token: TOKEN }, { token: 'other' }],
        caps: { readsPerMinute: 2, writesPerMinute: 2 },
      },
      async ({ sandbox, client, clientWith }) => {
        await call(client);
        await call(client);
        const error = await failureOf(call(client));
        expect(error).toMatchObject({
          code: 'rate_limited',
          httpStatus: 429,
          effect: 'none',
          params: { limit: 2, windowSec: 60 },
        });
        expect(error.message).toContain('2 calls per 60 seconds');
        expect(error.retryAfterMs).toBe(Number(error.params.retryAfterSec) * 1000);
        expect(error.retryAfterMs).toBeGreaterThan(30_000);
        expect(socialRemedy(error)).toEqual({ do: 'retry', delay: 'as-told' });

        await other(client);
        await call(clientWith('other'));
        sandbox.clock.advance(error.retryAfterMs ?? 0);
        await call(client);
      },
    ),
  );

  it('on publishes hold until the next day', () =>
    withSocialSandbox({ caps: { publishesPerDay: 1 } }, async ({ sandbox, client }) => {
      const untilMidnightMs = () => DAY_MS - (sandbox.clock.nowMs() % DAY_MS);
      sandbox.clock.advance(untilMidnightMs() + DAY_MS / 2);
      await client.publishPost('post_1', {}, 'key-1');
      const error = await failureOf(client.publishPost('post_1', {}, 'key-2'));
      expect(error).toMatchObject({
        code: 'rate_limited',
        params: { limit: 1, windowSec: 86_400, reason: 'daily_publish_cap' },
      });
      expect(error.retryAfterMs).toBeGreaterThanOrEqual(untilMidnightMs());
      expect(socialRemedy(error)).toEqual({ do: 'retry', delay: 'next-day' });
      expect((await client.publishPost('post_1', {}, 'key-1')).replayed).toBe(true);

      sandbox.clock.advance(untilMidnightMs() - 60_000);
      expect(await failureOf(client.publishPost('post_1', {}, 'key-2'))).toMatchObject({
        code: 'rate_limited',
      });
      sandbox.clock.advance(60_000);
      expect((await client.publishPost('post_1', {}, 'key-2')).replayed).toBe(false);
    }));

  it('keep a pause between two publishes on one account', () =>
    withSocialSandbox({ caps: { accountIntervalMs: 600_000 } }, async ({ sandbox, client }) => {
      await client.publishPost('post_1', { accountId: 'acc_1' }, 'key-1');
      await client.publishPost('post_1', { accountId: 'acc_2' }, 'key-2');
      const error = await failureOf(client.publishPost('post_1', { accountId: 'acc_1' }, 'key-3'));
      expect(error).toMatchObject({
        code: 'rate_limited',
        params: { windowSec: 600, reason: 'account_min_interval' },
      });
      expect(socialRemedy(error)).toEqual({ do: 'retry', delay: 'as-told' });
      sandbox.clock.advance(error.retryAfterMs ?? 0);
      await client.publishPost('post_1', { accountId: 'acc_1' }, 'key-3');
    }));
});
