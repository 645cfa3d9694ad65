import { ConfigError } from '../config/config-error';
import { adviceOf } from '../http/remedy';
import { ServiceError } from '../http/service-error';
import type { SocialClient } from '../social/social-client';
import { linksOf, type Account, type WorkspaceContext } from '../social/replies';
import { socialRemedy } from '../social/remedies';
import { isUsable } from './check-announcement';
import {
  announceScopes,
  confirmModeFault,
  publishTierFault,
  quotaFault,
  scopeFault,
} from './credential-faults';
import { fail, ok, warn, type Diagnosis } from './diagnosis';
import { withLinks } from '../domain/application-links';
import { sentence } from '../domain/text/sentence';

/** A quota with less than this share left gets a warning. */
const LOW_QUOTA = 0.1;

export async function checkSocial(open: () => SocialClient): Promise<Diagnosis[]> {
  try {
    const client = open();
    const { data: context } = await client.workspace();
    const { data } = await client.accounts();
    const links = linksOf(context, data);
    return [
      examineCredential(context),
      ...examineConfirmMode(context),
      ...examineQuota(context),
      ...examineAccounts(data.accounts),
    ].map((found) => ({ ...found, fix: found.fix && withLinks(found.fix, links) }));
  } catch (error) {
    if (error instanceof ConfigError) {
      return [warn('social service', { message: error.message, fix: 'If releases are announced, set it.' })];
    }
    if (!(error instanceof ServiceError)) throw error;
    return [
      fail('social service', 'service', {
        message: sentence(error.message),
        fix: adviceOf(socialRemedy(error)),
      }),
    ];
  }
}

function examineCredential(context: WorkspaceContext): Diagnosis {
  const what = 'social credential';
  const { scopes, allowedActions, confirmMode } = context.credential;
  const tierFault = publishTierFault(context);
  if (tierFault !== null) return warn(what, tierFault);
  const fault = scopeFault(context, announceScopes);
  if (fault !== null) return warn(what, fault);
  const tiers = allowedActions.length === 0 ? 'all' : allowedActions.join(', ');
  return ok(
    what,
    `Workspace ${context.workspace.name}. Allowed actions: ${tiers}. Confirm mode: ${confirmMode ?? 'not given'}. Scopes: ${scopes.join(', ')}.`,
  );
}

/** The usual mode is shown with the credential, so only one that may delay an announcement gets a line. */
function examineConfirmMode(context: WorkspaceContext): Diagnosis[] {
  const fault = confirmModeFault(context);
  return fault === null ? [] : [warn('confirm mode', fault)];
}

function examineQuota(context: WorkspaceContext): Diagnosis[] {
  const what = 'scheduled posts';
  const quota = context.quotas.scheduledThisMonth;
  if (!quota) return [];
  const fault = quotaFault(context);
  if (fault !== null) return [warn(what, fault)];
  const message = `${quota.left} of ${quota.limit} are left this month.`;
  return quota.left < quota.limit * LOW_QUOTA
    ? [warn(what, { message, fix: 'Upgrade the plan, or announce less often.' })]
    : [ok(what, message)];
}

function examineAccounts(accounts: readonly Account[]): Diagnosis[] {
  const usable = accounts.filter(isUsable);
  const lapsing = accounts.filter(({ status }) => status === 'expired' || status === 'expiring');
  return [
    usable.length > 0
      ? ok('accounts', `${usable.length} of ${accounts.length} can publish.`)
      : warn('accounts', { message: 'No account can publish.', fix: 'Connect one in the application.' }),
    ...lapsing.map(({ id, platform, handle, status }) =>
      warn(`account ${id}`, {
        message: `The authorization of ${handle} on ${platform} ${status === 'expired' ? 'has expired' : 'expires soon'}.`,
        fix: 'Authorize it again in the application.',
      }),
    ),
  ];
}
