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
import { type Account, type Post, type Quota, type WorkspaceContext, linksOf } from '../social/replies';
import { textLengthFault } from '../domain/release/announcement-text';
import { isSent } from '../domain/release/target-outcome';
import {
  announceScopes,
  confirmModeFault,
  publishTierFault,
  quotaFault,
  scopeFault,
} from './credential-faults';
import type { Stop } from './findings';

type Announce = NonNullable<ReleaseSpec['announce']>;

export interface AnnouncementCheck {
  stops: Stop[];
  warnings: string[];
  accounts: Account[];
  /** The draft that a person prepared in the application. */
  post: Post | null;
  quota: Quota | null;
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
  /** The final text; null where the post is prepared in the application. */
  text: string | null,
  client: SocialClient,
  options: CallOptions,
): Promise<AnnouncementCheck> {
  const context = await readWorkspace(client, options);
  const { data } = await client.accounts(options);
  const post = announce.postId === undefined ? null : await findPost(announce.postId, client, options);
  const { accounts, missing } = chooseAccounts(announce, post, data);
  const links = linksOf(typeof context === 'string' ? null : context, data);
  return {
    stops: [
      ...missing,
      ...accounts.flatMap((account) => {
        const message = accountFault(account);
        return message === null ? [] : { key: keyOfAccount(announce.accounts, account.id), message };
      }),
      ...preparedStops(announce, post, accounts),
    ].map(({ key, message }) => ({ key, message: withLinks(message, links) })),
    warnings: [
      post && postWarning(post),
      data.isPart ? PART_LISTED : null,
      ...(typeof context === 'string' ? [context] : workspaceWarnings(announce, context)),
      ...[...new Set(accounts.map(({ platform }) => platform))].map((platform) =>
        textLengthFault(text ?? post?.text ?? '', platform),
      ),
    ]
      .filter((warning) => warning !== null)
      .map((warning) => withLinks(warning, links)),
    accounts,
    post,
    quota: typeof context === 'string' ? null : context.quotas.scheduledThisMonth,
    links,
  };
}

/**
 * Returns the reason where the workspace cannot be read. It serves only for warnings, so that nothing but a failing
 * credential stops the release here.
 */
async function readWorkspace(client: SocialClient, options: CallOptions): Promise<WorkspaceContext | string> {
  try {
    return (await client.workspace(options)).data;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind === 'held') throw error;
    const { httpStatus, code } = error;
    if (httpStatus === 401 || code === 'unauthenticated' || code === 'workspace_not_found') throw error;
    return `The workspace of the social service could not be read, so the credential and the quota were not checked: ${sentence(error.message)}`;
  }
}

function workspaceWarnings({ by }: Announce, context: WorkspaceContext): (string | null)[] {
  return [
    publishTierFault(context, by === 'service' ? 'schedule' : 'publish'),
    scopeFault(context, [...announceScopes, ...(by === 'service' ? ['schedule:write'] : [])]),
    quotaFault(context),
    confirmModeFault(context),
  ].map((fault) => (fault === null ? null : `${fault.message} ${fault.fix}`));
}

const PART_LISTED =
  'The service listed only a part of the accounts of the workspace. The others were not checked, and announce.platforms does not find them.';

const unlistedAccount = (id: string): Account => ({
  id,
  platform: '',
  handle: '',
  displayName: null,
  status: '',
  canPublish: null,
  isManual: false,
  groupIds: [],
});

function chooseAccounts(
  { accounts: named, platforms }: Announce,
  post: Post | null,
  { accounts: connected, isPart }: { accounts: readonly Account[]; isPart: boolean },
): { accounts: Account[]; missing: Stop[] } {
  const missing: Stop[] = [];
  const accounts = new Set<Account>();
  const prepared = post?.targets.map(({ accountId }) => accountId) ?? [];
  const usable = connected.filter(isUsable);
  const byId = new Map(usable.map((account) => [account.id, account]));
  const shown = (id: string): string => [id, ...namesOf(byId.get(id))].join(' ');
  for (const id of new Set([...named, ...prepared])) {
    const account = connected.find((candidate) => candidate.id === id);
    // What a part of the list does not show may exist.
    if (account === undefined && isPart) accounts.add(unlistedAccount(id));
    else if (account === undefined)
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

/** Formats the names as `(x, @game)`. */
function namesOf(account: Account | undefined): string[] {
  const names = [account?.platform, account?.handle].filter((name) => (name ?? '') !== '');
  return names.length === 0 ? [] : [`(${names.join(', ')})`];
}

/** An account that is not named belongs to the prepared post. */
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

/** A past time announces at once, and may be a mistake in the date. */
export function pastTimeWarnings({ announce }: Pick<ReleaseSpec, 'announce'>): string[] {
  const { at } = announce ?? {};
  if (at === undefined || Date.parse(at) > Date.now()) return [];
  return [`announce.at is past (${at}): the release is announced as soon as its files are there.`];
}

/** A prepared post can be published only once, and only to its own accounts. */
function preparedStops(
  { postId: wantedPost, accounts: named, platforms }: Announce,
  post: Post | null,
  accounts: readonly Account[],
): Stop[] {
  if (wantedPost === undefined) return [];
  if (post === null)
    return [
      {
        key: ['announce', 'postId'],
        message: `There is no post ${wantedPost} in the workspace. Prepare it in the application, or name another one.`,
      },
    ];
  const { postId, targets } = post;
  if (isPublished(post))
    return [
      {
        key: ['announce', 'postId'],
        message: `Post ${postId} is published already. Publishing it again could post it twice. Prepare another one in the application.`,
      },
    ];
  if (targets.length === 0 || named.length + platforms.length === 0) return [];
  const prepared = targets.map(({ accountId }) => accountId);
  const wanted = accounts
    .filter(({ id, platform }) => named.includes(id) || platforms.includes(platform))
    .map(({ id }) => id);
  const isSame = prepared.every((id) => wanted.includes(id)) && wanted.every((id) => prepared.includes(id));
  return isSame
    ? []
    : [
        {
          key: ['announce', named.length > 0 ? 'accounts' : 'platforms'],
          message: `Post ${postId} is prepared for ${prepared.join(', ')}, and goes to these accounts, whatever is named here. Name the same ones or none, or change the post in the application.`,
        },
      ];
}

const isPublished = ({ status, targets }: Post): boolean =>
  /^publish(ing|ed)$/i.test(status) || targets.some(isSent);

/** Only two of a post's eight statuses are documented, and a post ready to publish has neither. */
function postWarning(post: Post): string | null {
  const { postId, status } = post;
  return status === 'draft' || status === 'scheduled' || status === '' || isPublished(post)
    ? null
    : `Post ${postId} has the status "${status}", not "draft". The service may refuse to publish it.`;
}
