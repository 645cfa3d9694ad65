/** Accounts: how each fares, what waits because of it, and one retry for all that failed for the same cause. */
import type { Logger } from '@temporalio/common';
import { accountsHealth } from '../../client/account-health';
import { retryReleases, type RetryFailure } from '../../client/retry-releases';
import { serviceErrorText } from '../../client/service-error-text';
import { releasesToRetry } from '../../client/waiting-releases';
import type { Config } from '../../config/config';
import { ConfigError } from '../../config/config-error';
import type { ApplicationLinks } from '../../domain/application-links';
import type { ReleaseStatus } from '../../domain/status';
import { ServiceError } from '../../http/service-error';
import * as api from '../../protocol/accounts-api';
import { linksOf } from '../../social/links';
import type { Account, WorkspaceContext } from '../../social/replies';
import { SocialClient } from '../../social/social-client';
import { noAnswer, refusalOf } from './api-refusal';
import type { BoundedClients } from './bounded-clients';
import { userOf } from './guard';
import { answers, type ApiApp } from './route-schemas';
import { keptFor, sharedRead } from './shared-read';

/** Beyond these, it is only said that there are more. */
const MOST_RELEASES = 200;
const PATIENCE_MS = 10_000;
/** Every page that is open reads again whenever a release changes: that is not worth a call each. */
const KEPT_MS = 30_000;
/** Each of hundreds may have to wait for its worker. */
const RETRY_TIMEOUT_MS = 300_000;

export function mountAccounts(
  app: ApiApp,
  { clients, config, logger }: { clients: BoundedClients; config: Pick<Config, 'social'>; logger: Logger },
): void {
  const tags = ['accounts'];
  const askService = keptFor(KEPT_MS, () => readService(config));
  const read = sharedRead(() => readAccounts(clients, askService()));
  const toRetry = (cause: string) =>
    clients.ask(async ({ releases }) => {
      const all = await releasesToRetry(releases, { project: undefined, cause });
      return all.filter(({ causes }) => causes.includes(cause));
    });

  app.get(
    '/api/accounts',
    {
      config: { role: 'read' },
      schema: {
        summary: 'List the social accounts, what fails on each, and which releases wait because of it',
        tags,
        querystring: api.accountsQuery,
        response: answers(api.accounts),
      },
    },
    ({ query }) => (query.fresh === true ? readAccounts(clients, askService(true)) : read()),
  );

  app.get(
    '/api/accounts/retry',
    {
      config: { role: 'read' },
      schema: {
        summary: 'List the releases that a retry of one cause would take',
        tags,
        querystring: api.causeQuery,
        response: answers(api.retryPlan),
      },
    },
    async ({ query }) => ({ releases: await toRetry(query.cause) }),
  );

  app.post(
    '/api/accounts/retry',
    {
      config: { role: 'operate' },
      schema: {
        summary: 'Retry those of these releases that still have the cause; returns the result of each',
        tags,
        body: api.retryReleases,
        response: answers(api.retriedReleases),
      },
    },
    async (request) => {
      const { cause, releases: shown, reason } = request.body;
      const by = userOf(request).name;
      const wanted = (await toRetry(cause)).filter(({ id }) => shown.includes(id));
      const retried = await clients.act(
        ({ releases }) =>
          retryReleases(
            wanted,
            (id) => releases.resolve(id, { by, action: 'retry', reason }),
            (error) => {
              if (refusalOf(error) === null) logger.error('A retry failed.', { error });
              return failureOf(error);
            },
          ),
        RETRY_TIMEOUT_MS,
      );
      const gone = shown.filter((id) => !wanted.some((release) => release.id === id));
      return { releases: [...retried, ...gone.map(noLonger)] };
    },
  );
}

/** What nobody foresaw ends it all, and so does silence: every other release would wait for it too. */
function failureOf(error: unknown): RetryFailure {
  const refusal = refusalOf(error);
  if (refusal === null) return { message: UNEXPECTED, isOver: true };
  const { message } = refusal.error === 'temporal-away' ? noAnswer() : refusal;
  return { message, isOver: refusal.status >= 500 };
}

const UNEXPECTED = "Unexpected error. Please report it with the entry in the gateway's log.";

const noLonger = (id: string) => ({
  id,
  outcome: 'not tried' as const,
  message: 'It no longer waits for this cause.',
});

async function readAccounts(clients: BoundedClients, asked: Promise<Service>): Promise<api.Accounts> {
  const [{ trouble, context, connected, links }, { undecided, isCut }] = await Promise.all([
    asked,
    readUndecided(clients),
  ]);
  return {
    trouble,
    workspace: context && {
      name: context.workspace.name,
      scheduledPosts: context.quotas.scheduledThisMonth,
    },
    ...accountsHealth(connected, undecided, links),
    isCut,
  };
}

function readUndecided(clients: BoundedClients): Promise<{ undecided: ReleaseStatus[]; isCut: boolean }> {
  return clients.ask(async ({ releases }) => {
    const undecided: ReleaseStatus[] = [];
    let isCut = false;
    const leaveOut = (): void => {
      isCut = true;
    };
    for await (const { status } of releases.open({ waiting: 'decision' }, leaveOut)) {
      if (undecided.length === MOST_RELEASES) return { undecided, isCut: true };
      undecided.push(status);
    }
    return { undecided, isCut };
  });
}

interface Service {
  trouble: string | null;
  context: WorkspaceContext | null;
  connected: Account[] | null;
  links: ApplicationLinks;
}

/** The page shows what releases know where the service does not answer, or this gateway has no access to it. */
async function readService(config: Pick<Config, 'social'>): Promise<Service> {
  const none = { context: null, connected: null, links: {} };
  try {
    const social = new SocialClient(config.social());
    const signal = AbortSignal.timeout(PATIENCE_MS);
    try {
      const { data } = await social.accounts({ signal });
      // It has the quota alone, and may need a scope that the accounts do not.
      const context = await social.workspace({ signal }).then(
        ({ data }) => data,
        () => null,
      );
      return { trouble: null, context, connected: data.accounts, links: linksOf(context, data) };
    } finally {
      await social.close();
    }
  } catch (error) {
    if (error instanceof ServiceError) return { trouble: serviceErrorText(error), ...none };
    if (!(error instanceof ConfigError)) throw error;
    const trouble =
      'This gateway has no access to the social service. Set SOCIAL_BASE_URL and SOCIAL_ACCESS_TOKEN for it.';
    return { trouble, ...none };
  }
}
