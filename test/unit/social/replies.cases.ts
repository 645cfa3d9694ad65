import { pageEnd } from '../../../src/http/replies/all-pages';
import { reading } from '../../../src/http/replies/facts';
import { replies } from '../../../src/social/replies';
import fc from '../../support/fast-check';

const postIn = reading(replies['GET /posts/{postId}']);
const postsIn = reading(replies['GET /posts']);
const accountsIn = reading(replies['GET /accounts']);
const workspaceIn = reading(replies['GET /workspace']);

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
        const parsed = postIn(wrapped ? { post: raw } : raw);
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
    expect(postIn(raw)).toMatchObject(raw);
  });

  it('has failed nowhere where the code of an error is an empty text', () => {
    const raw = {
      postId: 'post_1',
      status: 'published',
      targets: [{ accountId: 'acc_1', status: '', errorCode: '' }],
    };
    expect(postIn(raw)?.targets).toMatchObject([{ status: 'published', errorCode: null }]);
  });

  it.each([
    ['DRAFT', 'draft'],
    ['Pending_Approval', 'pending_approval'],
    ['ON_THE_MOON', 'ON_THE_MOON'],
  ])('with the status %s has the status %s', (said, status) => {
    expect(postIn({ postId: 'post_1', status: said })?.status).toBe(status);
  });

  it('may leave out its status: its targets decide', () => {
    expect(postIn({ postId: 7 })).toMatchObject({ postId: '7', status: '', targets: [] });
  });

  it.each([null, undefined])('has no targets where they are %s', (targets) => {
    expect(postIn({ postId: 'post_1', status: 'draft', targets })?.targets).toEqual([]);
  });

  const [out, failed] = [{ status: 'published' }, { status: 'failed', errorCode: 'timeout' }];
  it.each<[string, object[], string]>([
    ['failed, then out', [failed, out], 'published'],
    ['out, then failed', [out, failed], 'published'],
    ['failed, then under way', [failed, { status: 'publishing' }], 'publishing'],
    [
      'the newest first',
      [
        { status: 'publishing', attempt: 2 },
        { ...failed, attempt: 1 },
      ],
      'publishing',
    ],
  ])('has one target an account, though each attempt is listed: %s', (_what, attempts, status) => {
    const targets = attempts.map((attempt) => ({ accountId: 'acc_1', ...attempt }));
    const raw = { postId: 'post_1', status: 'failed', targets: [...targets, { accountId: 'acc_2', ...out }] };
    const expected = [
      { accountId: 'acc_1', status },
      { accountId: 'acc_2', status: 'published' },
    ];
    expect(postIn(raw)?.targets).toMatchObject(expected);
    expect(postsIn({ posts: [raw] })?.items[0]?.targets).toMatchObject(expected);
  });

  it.each([
    ['no id', { status: 'draft' }],
    ['an empty id', { postId: '', status: 'draft' }],
    ['a target without an account', { postId: 'post_1', status: 'failed', targets: [{ status: 'failed' }] }],
    ['no fields at all', null],
  ])('is refused with %s', (_what, data) => {
    expect(postIn(data)).toBeUndefined();
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
          const data = { [name]: [raw], ...(inMeta ? {} : next) };
          expect(postsIn(data)).toMatchObject({ items: [expectedPost] });
          const end = pageEnd(data, { data, meta: inMeta ? next : {} }, { headers: {} });
          expect(end.next).toEqual({ cursor: 'c1' });
        },
      ),
    );
  });

  it('is refused without a list', () => {
    expect(postsIn({})).toBeUndefined();
  });
});

describe('The workspace and its accounts', () => {
  it('read with what a caller decides by alone', () => {
    const workspace = workspaceIn({ workspace: { id: 'ws_1' }, credential: {} });
    expect(workspace).toMatchObject({
      workspace: { id: 'ws_1', name: '' },
      credential: { scopes: [], allowedActions: [] },
      quotas: { scheduledThisMonth: null },
    });
    const account = { id: 'acc_1', platform: 'x', status: 'asleep', canPublish: true };
    const rest = { handle: '', displayName: null, isManual: false, groupIds: [] };
    expect(accountsIn({ accounts: [account] })?.items).toEqual([{ ...account, ...rest }]);
  });

  it.each([
    ['EXPIRED', 'expired'],
    ['Expiring', 'expiring'],
    ['CONNECTED', 'CONNECTED'],
  ])('take the status %s for %s', (said, status) => {
    expect(accountsIn({ accounts: [{ id: 'acc_1', status: said }] })?.items).toMatchObject([{ status }]);
  });

  it('leave out what cannot be read, and are refused where nothing can', () => {
    const account = { id: 7, platform: 'x', status: 'active', displayName: null };
    const read = accountsIn({ accounts: [null, { platform: 'y' }, account] })?.items;
    expect(read).toMatchObject([{ id: '7', platform: 'x', canPublish: null }]);
    expect(accountsIn({ accounts: [null] })).toBeUndefined();
    expect(accountsIn({ total: 3 })).toBeUndefined();
    expect(accountsIn({ accounts: [] })?.items).toEqual([]);
  });

  it.each([null, { limit: null }, { limit: -1, left: -1, used: 7 }, 'unlimited', undefined])(
    'have no quota where the plan says %j',
    (scheduledThisMonth) => {
      const read = workspaceIn({ credential: {}, quotas: { scheduledThisMonth } });
      expect(read?.quotas.scheduledThisMonth).toBeNull();
    },
  );
});

it.each([
  [{ post: { id: 'post_1' }, targets: [{ accountId: 'acc_1', status: 'PUBLISHED' }] }],
  [
    {
      workspace: { id: 'ws_1' },
      post: { id: 'post_1', targets: [{ account: 'acc_1', status: 'published' }] },
    },
  ],
  [{ id: 'req_1', post: { id: 'post_1', targets: { acc_1: { accountId: 'acc_1', status: 'published' } } } }],
])('A post is told apart from what stands beside it: %j', (said) => {
  expect(postIn(said)).toMatchObject({
    postId: 'post_1',
    targets: [{ accountId: 'acc_1', status: 'published' }],
  });
});
