import { applicationLinks, type ApplicationLinks } from '../domain/application-links';
import type { AccountList, WorkspaceContext } from './replies';

/** Links from the workspace and the list of accounts. null: it could not be read. */
export function linksOf(
  context: Pick<WorkspaceContext, 'deepLinks'> | null,
  accounts: Pick<AccountList, 'deepLink'> | null,
): ApplicationLinks {
  return applicationLinks({ ...context?.deepLinks, accounts: accounts?.deepLink });
}
