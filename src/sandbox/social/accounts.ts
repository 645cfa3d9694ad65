import * as z from 'zod';
import type { WorkspaceSeed } from '../profile';
import { Refusal } from '../refusal';

const GROUP = { id: 'grp_all', name: 'All accounts' };

type Seed = WorkspaceSeed['accounts'][number];

export const accountChange = z.strictObject({
  status: z.enum(['active', 'expiring', 'expired']).optional(),
  canPublish: z.boolean().optional(),
});
export type AccountChange = z.output<typeof accountChange>;

export class Accounts {
  readonly #accounts: Map<string, Seed>;

  constructor(
    seeds: readonly Seed[],
    private readonly connectedAt: string,
  ) {
    this.#accounts = new Map(seeds.map((seed) => [seed.id, { ...seed }]));
  }

  get(id: string): Seed | undefined {
    return this.#accounts.get(id);
  }

  /** Throws the reason why an account cannot publish, in the order of the service's checks. */
  requireUsable(id: string): void {
    const account = this.#accounts.get(id);
    if (!account?.canPublish || account.isManual) {
      throw new Refusal('no_account', `${account?.platform ?? id} has no account that can publish`);
    }
    if (account.status === 'expired') throw new Refusal('needs_reauth', `authorize ${id} again`);
  }

  change(id: string, { status, canPublish }: AccountChange) {
    const account = this.#accounts.get(id);
    if (account === undefined) throw new Refusal(404, `no account ${id}`);
    account.status = status ?? account.status;
    account.canPublish = canPublish ?? account.canPublish;
    return this.#view(account);
  }

  byPlatform(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { platform } of this.#accounts.values()) counts[platform] = (counts[platform] ?? 0) + 1;
    return counts;
  }

  list() {
    return {
      accounts: [...this.#accounts.values()].map((account) => this.#view(account)),
      groups: [{ ...GROUP, count: this.#accounts.size }],
      byPlatform: this.byPlatform(),
    };
  }

  #view(account: Seed) {
    return {
      ...account,
      displayName: account.handle.replace(/^@/, ''),
      avatar: null,
      followers: 0,
      connectedAt: this.connectedAt,
      lastSyncedAt: null,
      profileUrl: null,
      subscriptionType: null,
      groupIds: [GROUP.id],
    };
  }
}
