/**
 * Checks whether a release can be announced as it requests: its accounts, its prepared post, and the scopes of the
 * credential.
 */
import { ServiceError } from '../http/service-error';
import type { CallOptions } from '../http/service-transport';
import { withLinks, type ApplicationLinks } from '../domain/application-links';
import type { ReleaseSpec } from '../domain/release/release-file';
import { sentence } from '../domain/text/sentence';
import { whatThereIs } from '../domain/text/suggest-word';
import type { SocialClient } from '../social/social-client';
import type { Account, Post, Quota, WorkspaceContext } from '../social/replies';
import { linksOf } from '../social/links';
import { textLengthFault } from '../domain/release/announcement-text';
import {
  announceScopes,
  confirmModeFault,
  publishTierFault,
  quotaFault,
  scopeFault,
  type Fault,
} from './credential-faults';
import type { Stop } from './findings';

type Announce = NonNullable<ReleaseSpec['announce']>;

export interface AnnouncementCheck {
  stops: Stop[];
  warnings: string[];
  accounts: Account[];
  /** The draft that was prepared in the application. */
  post: Post | null;
  /** Scheduled posts of this month. */
  quota: Quota | null;
  /** Pages of the application. */
  links: ApplicationLinks;
}

export const nothingAnnounced: AnnouncementCheck = {
  stops: [],
  warnings: [],
  accounts: [],
  post: null,
  quota: null,
  links: {},
};

export async function checkAnnouncement(
  announce: Announce,
  /** As it will be posted; null where it is prepared in the application. */
  text: string | null,
  client: SocialClient,
  options: CallOptions,
): Promise<AnnouncementCheck> {
  const context = await readWorkspace(client, options);
  const { data } = await client.accounts(options);
  const post = announce.postId === undefined ? null : await findPost(announce.postId, client, options);
  const { accounts, missing } = chooseAccounts(announce, post, data.accounts);
  const isPostMissing = announce.postId !== undefined && post === null;
  const links = linksOf(typeof context === 'string' ? null : context, data);
  return {
    stops: [
      ...missing,
      ...accounts.flatMap((account) => accountStop(announce, account) ?? []),
      ...(isPostMissing
        ? [
            {
              key: ['announce', 'postId'],
              message: `There is no post ${announce.postId} in the workspace. Prepare it in the application, or name another one.`,
            },
          ]
        : []),
    ].map(({ key, message }) => ({ key, message: withLinks(message, links) })),
    warnings: withoutNulls([
      post && postWarning(post),
      ...(typeof context === 'string' ? [context] : workspaceWarnings(announce, context)),
      ...lengthFaults(text ?? post?.text ?? '', accounts),
    ]).map((warning) => withLinks(warning, links)),
    accounts,
    post,
    quota: typeof context === 'string' ? null : context.quotas.scheduledThisMonth,
    links,
  };
}

/**
 * Returns the reason where it could not be read. It is needed for warnings alone, so that only a credential that fails
 * stops here.
 */
async function readWorkspace(client: SocialClient, options: CallOptions): Promise<WorkspaceContext | string> {
  try {
    return (await client.workspace(options)).data;
  } catch (error) {
    if (!(error instanceof ServiceError) || isOfCredential(error) || error.kind === 'held') throw error;
    return `The workspace of the social service could not be read, so the credential and the quota were not checked: ${sentence(error.message)}`;
  }
}

function isOfCredential({ code, httpStatus }: ServiceError): boolean {
  return httpStatus === 401 || code === 'unauthenticated' || code === 'workspace_not_found';
}

function workspaceWarnings({ by }: Announce, context: WorkspaceContext): (string | null)[] {
  return [
    publishTierFault(context, by === 'service' ? 'schedule' : 'publish'),
    scopeFault(context, [...announceScopes, ...(by === 'service' ? ['schedule:write'] : [])]),
    quotaFault(context),
    confirmModeFault(context),
  ].map(faultText);
}

function chooseAccounts(
  { accounts: named, platforms }: Announce,
  post: Post | null,
  connected: readonly Account[],
): { accounts: Account[]; missing: Stop[] } {
  const missing: Stop[] = [];
  const accounts = new Set<Account>();
  const prepared = post?.targets.map(({ accountId }) => accountId) ?? [];
  const usable = connected.filter(isUsable);
  const byId = new Map(usable.map((account) => [account.id, account]));
  const shown = (id: string): string => [id, ...namesOf(byId.get(id))].join(' ');
  for (const id of new Set([...named, ...prepared])) {
    const account = connected.find((candidate) => candidate.id === id);
    if (account === undefined)
      missing.push({
        key: keyOfAccount(named, id),
        message: `There is no account ${id} in the workspace.${whatThereIs(id, [...byId.keys()], shown)}`,
      });
    else accounts.add(account);
  }
  for (const [index, platform] of platforms.entries()) {
    const there = usable.filter((account) => account.platform === platform);
    const known = [...new Set(usable.map((account) => account.platform))];
    if (there.length === 0)
      missing.push({
        key: ['announce', 'platforms', index],
        message: `No account of the workspace can publish on ${platform}. Connect one in the application.${whatThereIs(platform, known)}`,
      });
    for (const account of there) accounts.add(account);
  }
  return { accounts: [...accounts], missing };
}

export const isUsable = ({ canPublish, isManual, status }: Account): boolean =>
  canPublish !== false && !isManual && status !== 'expired';

/** `(x, @game)` */
function namesOf(account: Account | undefined): string[] {
  const names = [account?.platform, account?.handle].filter((name) => (name ?? '') !== '');
  return names.length === 0 ? [] : [`(${names.join(', ')})`];
}

function accountStop({ accounts }: Announce, account: Account): Stop | null {
  const message = accountFault(account);
  return message === null ? null : { key: keyOfAccount(accounts, account.id), message };
}

/** One that is not named is that of the prepared post. */
function keyOfAccount(named: readonly string[], id: string): Stop['key'] {
  const index = named.indexOf(id);
  return index < 0 ? ['announce', 'postId'] : ['announce', 'accounts', index];
}

function accountFault({ id, handle, canPublish, isManual, status }: Account): string | null {
  const name = handle === '' ? id : `${id} (${handle})`;
  if (isManual || canPublish === false)
    return `The service cannot publish for account ${name}. Remove it from the announcement.`;
  return status === 'expired'
    ? `The authorization of account ${name} has expired. Authorize it again in the application.`
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

/** Only two of a post's eight statuses are documented, and neither is that of one to publish. */
function postWarning({ postId, status }: Post): string | null {
  return status === 'draft' || status === 'scheduled' || status === ''
    ? null
    : `Post ${postId} has the status "${status}", not "draft". The service may refuse to publish it.`;
}

/** Once for each platform. */
function lengthFaults(text: string, accounts: readonly Account[]): (string | null)[] {
  return [...new Set(accounts.map(({ platform }) => platform))].map((platform) =>
    textLengthFault(text, platform),
  );
}

function withoutNulls(findings: readonly (string | null)[]): string[] {
  return findings.filter((finding) => finding !== null);
}

function faultText(fault: Fault | null): string | null {
  return fault === null ? null : `${fault.message} ${fault.fix}`;
}
