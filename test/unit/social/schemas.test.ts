import { accountsReply, postPageReply, postReply, workspaceReply } from '../../../src/social/schemas';
import fc from '../../support/fast-check';

/** Each unshown field under every name that we read it by. */
const target = fc
  .record({
    account: fc.constantFrom(
      { accountId: 'acc_1', platform: 'x' },
      { account: { id: 'acc_1', platform: 'x' } },
      { accountId: 'acc_1', account: { id: 'other', platform: 'x' } },
    ),
    message: fc.constantFrom({ errorMessage: 'no media' }, { message: 'no media' }),
  })
  .map(({ account, message }) => ({ ...account, ...message, status: 'failed', errorCode: 'media_required' }));

const post = fc
  .record({
    id: fc.constantFrom({ postId: 'post_1' }, { id: 'post_1' }, { postId: 'post_1', id: 'row_9' }),
    text: fc.constantFrom({ text: 'Hello' }, { content: 'Hello' }),
    createdAt: fc.constantFrom({ createdAt: '2026-12-01T09:00:00Z' }, { created_at: '2026-12-01T09:00:00Z' }),
    target,
  })
  .map((parts) => ({
    ...parts.id,
    ...parts.text,
    ...parts.createdAt,
    status: 'failed',
    targets: [parts.target],
  }));

const expectedPost = {
  postId: 'post_1',
  status: 'failed',
  text: 'Hello',
  createdAt: '2026-12-01T09:00:00.000Z',
  targets: [
    {
      accountId: 'acc_1',
      platform: 'x',
      status: 'failed',
      errorCode: 'media_required',
      errorMessage: 'no media',
    },
  ],
};

describe('A post', () => {
  it('reads alike however its fields are named and wherever it stands', () => {
    fc.assert(
      fc.property(post, fc.boolean(), (raw, wrapped) => {
        const parsed = postReply.parse({ data: wrapped ? { post: raw } : raw, meta: {} });
        expect(parsed).toMatchObject(expectedPost);
      }),
    );
  });

  it('keeps statuses, codes and fields that are not documented', () => {
    const raw = {
      postId: 'post_1',
      status: 'on_the_moon',
      mood: 'good',
      targets: [{ accountId: 'acc_1', status: 'orbiting', errorCode: 'no_air', url: 'https://x.example/1' }],
    };
    expect(postReply.parse({ data: raw })).toMatchObject(raw);
  });

  it.each([
    ['DRAFT', 'draft'],
    ['Pending_Approval', 'pending_approval'],
    ['ON_THE_MOON', 'ON_THE_MOON'],
  ])('with the status %s has the status %s', (said, status) => {
    expect(postReply.parse({ data: { postId: 'post_1', status: said } }).status).toBe(status);
  });

  it('may leave out its status: its targets decide', () => {
    expect(postReply.parse({ data: { postId: 7 } })).toMatchObject({ postId: '7', status: '', targets: [] });
  });

  it.each([null, undefined])('has no targets where they are %s', (targets) => {
    expect(postReply.parse({ data: { postId: 'post_1', status: 'draft', targets } }).targets).toEqual([]);
  });

  it.each([
    ['no id', { status: 'draft' }],
    ['an empty id', { postId: '', status: 'draft' }],
    ['a target without an account', { postId: 'post_1', status: 'failed', targets: [{ status: 'failed' }] }],
    ['no fields at all', null],
  ])('is refused with %s', (_what, data) => {
    expect(postReply.safeParse({ data, meta: {} }).success).toBe(false);
  });
});

describe('A page of posts', () => {
  it('reads alike wherever its posts and its cursor stand', () => {
    const cursor = fc.constantFrom({ nextCursor: 'c1' }, { next_cursor: 'c1' }, { cursor: 'c1' });
    fc.assert(
      fc.property(
        post,
        fc.constantFrom('posts', 'items'),
        cursor,
        fc.boolean(),
        (raw, name, next, inMeta) => {
          const list = { [name]: [raw] };
          const envelope = inMeta ? { data: list, meta: next } : { data: { ...list, ...next }, meta: {} };
          expect(postPageReply.parse(envelope)).toMatchObject({ posts: [expectedPost], nextCursor: 'c1' });
        },
      ),
    );
  });

  it.each([{}, { nextCursor: null }, { nextCursor: '' }])('is the last one with %j', (next) => {
    expect(postPageReply.parse({ data: { posts: [], ...next }, meta: {} }).nextCursor).toBeNull();
  });

  it('is refused without a list', () => {
    expect(postPageReply.safeParse({ data: {}, meta: {} }).success).toBe(false);
  });
});

describe('The workspace and its accounts', () => {
  it('read with what a caller decides by alone', () => {
    const workspace = workspaceReply.parse({ data: { workspace: { id: 'ws_1' }, credential: {} } });
    expect(workspace).toMatchObject({
      workspace: { id: 'ws_1', name: '' },
      credential: { scopes: [], allowedActions: [] },
      quotas: { scheduledThisMonth: null },
    });
    const account = { id: 'acc_1', platform: 'x', status: 'asleep', canPublish: true };
    const { accounts } = accountsReply.parse({ data: { accounts: [account] } });
    expect(accounts).toEqual([{ ...account, handle: '', displayName: null, isManual: false, groupIds: [] }]);
  });

  it.each([
    ['EXPIRED', 'expired'],
    ['Expiring', 'expiring'],
    ['CONNECTED', 'CONNECTED'],
  ])('take the status %s for %s', (said, status) => {
    expect(accountsReply.parse({ data: { accounts: [{ id: 'acc_1', status: said }] } })).toMatchObject({
      accounts: [{ status }],
    });
  });

  it('leave out what cannot be read, and are refused where nothing can', () => {
    const account = { id: 7, platform: 'x', status: 'active', displayName: null };
    const { accounts } = accountsReply.parse({ data: { accounts: [null, { platform: 'y' }, account] } });
    expect(accounts).toMatchObject([{ id: '7', platform: 'x', canPublish: null }]);
    expect(accountsReply.safeParse({ data: { accounts: [null] } }).success).toBe(false);
    expect(accountsReply.safeParse({ data: { total: 3 } }).success).toBe(false);
    expect(accountsReply.parse({ data: { accounts: [] } }).accounts).toEqual([]);
  });

  it.each([null, { limit: null }, { limit: -1, left: -1, used: 7 }, 'unlimited', undefined])(
    'have no quota where the plan says %j',
    (scheduledThisMonth) => {
      const { quotas } = workspaceReply.parse({ data: { credential: {}, quotas: { scheduledThisMonth } } });
      expect(quotas.scheduledThisMonth).toBeNull();
    },
  );
});
