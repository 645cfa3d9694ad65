import { Secret } from '../../src/http/secret';
import type { SandboxProfileInput } from '../../src/sandbox/profile';
import type { Readings } from '../../src/sandbox/readings/catalogue';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { SocialClient } from '../../src/social/social-client';

export const TOKEN = 'sandbox_it_token';
/** How long publishing takes on each account, in sandbox time; nothing happens before a test moves the clock. */
export const ACCOUNT_PACE_MS = 3_600_000;

type Workspace = NonNullable<SandboxProfileInput['workspace']>;

/** A workspace with accounts of every kind and one draft for the two that can publish. */
export function workspaceWith(change: Partial<Workspace> = {}): Workspace {
  return {
    id: 'ws_1',
    name: 'Games',
    credentials: [{ token: TOKEN }],
    accounts: [
      { id: 'acc_1', platform: 'x', handle: '@games' },
      { id: 'acc_2', platform: 'threads', handle: '@games' },
      { id: 'acc_3', platform: 'instagram', handle: '@games', status: 'expired' },
      { id: 'acc_4', platform: 'wechat_mp', handle: 'games', canPublish: false, isManual: true },
    ],
    drafts: [{ id: 'post_1', text: 'Hello', accountIds: ['acc_1', 'acc_2'] }],
    ...change,
  };
}

export interface SocialBench {
  sandbox: Sandbox;
  client: SocialClient;
  /** A client with another credential. */
  clientWith: (token: string) => SocialClient;
  /** What went live, in order, as `post_1 on acc_1`. */
  live: () => string[];
  /** `acc_1 published`, `acc_2 failed media_required`, … */
  targets: (postId: string) => Promise<string[]>;
}

/** Runs a test with a sandbox and clients of its social service, and ends them. */
export async function withSocialSandbox(
  workspace: Partial<Workspace>,
  run: (bench: SocialBench) => Promise<void>,
  readings: Partial<Readings> = {},
): Promise<void> {
  const sandbox = await startSandbox({
    readings,
    workspace: workspaceWith(workspace),
    pace: { targetMs: ACCOUNT_PACE_MS },
  });
  const clients: SocialClient[] = [];
  const clientWith = (token: string): SocialClient => {
    const made = new SocialClient({ baseUrl: sandbox.url, accessToken: new Secret(token) });
    clients.push(made);
    return made;
  };
  const client = clientWith(TOKEN);
  try {
    await run({
      sandbox,
      client,
      clientWith,
      live: () =>
        sandbox.journal
          .find({ kind: 'work', service: 'social' })
          .flatMap(({ effect }) => effect?.replace('published ', '') ?? []),
      targets: async (postId) => {
        const { data } = await client.post(postId);
        return data.targets.map(({ accountId, status, errorCode }) =>
          [accountId, status, errorCode].filter((part) => part !== null).join(' '),
        );
      },
    });
  } finally {
    await sandbox.close();
    await Promise.all(clients.map((made) => made.close()));
  }
}

/** What somebody does in the application. */
export async function publishedByHand(url: string, postId: string): Promise<void> {
  const client = new SocialClient({ baseUrl: url, accessToken: new Secret(TOKEN) });
  try {
    await client.publishPost(postId, {}, 'by-hand');
  } finally {
    await client.close();
  }
}
