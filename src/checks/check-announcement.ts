/** Whether a release can be announced as it asks: its accounts, its prepared post, and what the credential may do. */
import { ServiceError } from '../http/service-error';
import type { CallOptions } from '../http/service-transport';
import type { ReleaseSpec } from '../domain/release-file';
import type { SocialClient } from '../social/social-client';
import type { Account, Post, Quota } from '../social/schemas';
import { publishTierFault, quotaFault, type Fault } from './credential-faults';

type Announce = NonNullable<ReleaseSpec['announce']>;

export interface AnnouncementCheck {
  findings: string[];
  accounts: Account[];
  /** The draft that was prepared in the application. */
  post: Post | null;
  /** Scheduled posts of this month. */
  quota: Quota | null;
}

export const nothingAnnounced: AnnouncementCheck = { findings: [], accounts: [], post: null, quota: null };

export async function checkAnnouncement(
  announce: Announce,
  client: SocialClient,
  options: CallOptions,
): Promise<AnnouncementCheck> {
  const { data: context } = await client.workspace(options);
  const { data } = await client.accounts(options);
  const post = announce.postId === undefined ? null : await findPost(announce.postId, client, options);
  const { accounts, findings } = chooseAccounts(announce, post, data.accounts);
  return {
    findings: [
      ...findings,
      ...accounts.map(accountFault),
      announce.postId === undefined ? null : postFault(announce.postId, post),
      sentence(publishTierFault(context)),
      sentence(quotaFault(context)),
    ].filter((finding) => finding !== null),
    accounts,
    post,
    quota: context.quotas.scheduledThisMonth ?? null,
  };
}

function chooseAccounts(
  { accounts: named, platforms }: Announce,
  post: Post | null,
  connected: readonly Account[],
): { accounts: Account[]; findings: string[] } {
  const findings: string[] = [];
  const accounts = new Set<Account>();
  const prepared = post?.targets.map(({ accountId }) => accountId) ?? [];
  for (const id of new Set([...named, ...prepared])) {
    const account = connected.find((candidate) => candidate.id === id);
    if (account === undefined)
      findings.push(`There is no account ${id} in the workspace. Connect it, or name another one.`);
    else accounts.add(account);
  }
  for (const platform of platforms) {
    const usable = connected.filter(
      (account) => account.platform === platform && account.canPublish && account.status !== 'expired',
    );
    if (usable.length === 0)
      findings.push(
        `No account of the workspace can publish on ${platform}. Connect one in the application.`,
      );
    for (const account of usable) accounts.add(account);
  }
  return { accounts: [...accounts], findings };
}

function accountFault({ id, handle, canPublish, isManual, status }: Account): string | null {
  if (isManual || !canPublish)
    return `The service cannot publish for account ${id} (${handle}). Remove it from the announcement.`;
  return status === 'expired'
    ? `The authorization of account ${id} (${handle}) has expired. Authorize it again in the application.`
    : null;
}

async function findPost(postId: string, client: SocialClient, options: CallOptions): Promise<Post | null> {
  try {
    return (await client.post(postId, options)).data;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return null;
    throw error;
  }
}

function postFault(postId: string, post: Post | null): string | null {
  if (post === null)
    return `There is no post ${postId} in the workspace. Prepare it in the application, or name another one.`;
  return post.status === 'draft' || post.status === 'scheduled'
    ? null
    : `Post ${postId} is ${post.status}, not a draft. Prepare a new one in the application.`;
}

function sentence(fault: Fault | null): string | null {
  return fault === null ? null : `${fault.message} ${fault.fix}`;
}
