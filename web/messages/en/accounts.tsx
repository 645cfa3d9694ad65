import type { ComponentChildren } from 'preact';
import { counts } from './counts';
import { plural } from './numbers';

export const accounts = {
  title: 'Accounts',
  refresh: 'Refresh',
  summaryFailing: (accounts: number, failing: number) =>
    `${counts.accounts(accounts)}, ${failing} with releases that wait`,
  onlyKnown: 'Only accounts that releases use are listed below.',
  workspace: 'The workspace',
  workspaceFails: 'Announcements wait, and no single account is the reason.',
  none: 'No account is connected. Connect one in the application of the social service, then refresh.',
  isCut: 'More releases wait for a decision than this page checks. The inbox lists all of them.',
  unknownPlatform: 'Unknown platform',

  notListed: 'not listed',
  notListedNow: 'The service does not list this account now.',
  noneWaits: 'No release waits because of it.',

  quotaOf: (workspace: ComponentChildren) => <>Workspace {workspace}.</>,
  noQuota: 'The plan has no limit on scheduled posts.',
  quota: (left: string, limit: string) => `${left} of ${limit} scheduled posts are left this month.`,

  failuresOf: (account: string) => `What fails on ${account}`,
  failuresOfWorkspace: 'What fails on the workspace',
  releasesWait: (releases: number) =>
    plural(releases, { one: '# release waits:', other: '# releases wait:' }),
  since: (at: ComponentChildren) => <>since {at}</>,
  retryAll: (cause: string) => `Retry all with ${cause}…`,
  cannotRetry: 'Your role can see this, but not retry it.',

  retryTitle: (cause: string) => `Retry all with ${cause}`,
  noneWaitsAnyMore: 'No release waits for this cause any more.',
  retryMeans:
    'Each release repeats only what failed. On a partial release, only the accounts that failed get the announcement.',
  toRetry: 'To be retried',
  oneByOne: 'Decide on these one by one',
  retry: (releases: number) => `Retry ${counts.releases(releases)}`,
  retrying: 'Retrying…',
  retried: (taken: number, releases: number) =>
    `${taken} of ${counts.releases(releases)} ${taken === 1 ? 'continues' : 'continue'}.`,
  outcomes: { taken: 'continues', refused: 'refused', 'not tried': 'not tried' },
  done: 'Done',
};
