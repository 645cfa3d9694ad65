/** Operations on social accounts: their health, the waiting releases, and a retry of all with the same cause. */
import * as z from 'zod';
import { accountsHealth } from '../client/accounts';
import { cachedFor, sharedRead } from '../client/shared-read';
import { releasesToRetry, retryReleases } from '../client/releases/waiting-releases';
import { ConfigError } from '../config/config-error';
import { id } from '../domain/fields';
import type { ReleaseStatus } from '../domain/release/status';
import { ServiceError } from '../http/service-error';
import * as api from '../protocol/accounts-api';
import { messageSchemas } from '../protocol/message-schemas';
import { resolveUpdate } from '../protocol/messages';
import { linksOf } from '../social/replies';
import type { SocialClient } from '../social/social-client';
import { expectedFailure, statusOf, UNEXPECTED, serviceErrorText } from './failure';
import { onBoth, storedWith, LONG_BOUND_MS } from './operation';
import type { OperationAccess } from '../client/access';
import { asFailure } from './perform';

/** Further releases are only reported as a cut list. */
const MOST_RELEASES = 200;
const PATIENCE_MS = 10_000;
/** Every open page reads again on each change of a release, which does not justify a call of the service each time. */
const KEPT_MS = 30_000;

export const accountOperations = {
  accountHealth: onBoth.quickRead({
    summary: 'List the social accounts, what fails on each, and which releases wait because of it',
    input: z.strictObject({
      fresh: z
        .boolean()
        .optional()
        .describe('asks the service now; otherwise its last answer may be half a minute old'),
    }),
    output: api.accounts,
    run: (access, { fresh = false }) => accountsOf(access)[fresh ? 'fresh' : 'shared'](),
  }),
  retryReleases: onBoth.act({
    summary: 'Retry those of these releases that still have the cause; returns the result of each',
    // Hundreds of releases may each wait for a worker.
    boundMs: LONG_BOUND_MS,
    // Only the releases that the person saw are retried.
    input: z.strictObject({
      cause: z.string().min(1).max(200),
      releases: z.array(id).min(1).max(500),
      reason: messageSchemas.reject.shape.reason,
    }),
    output: api.retriedReleases,
    run: async ({ releases }, { cause, releases: shown, reason }, { name, trouble }) => {
      const waiting = await releasesToRetry(releases, { project: undefined, cause });
      const wanted = waiting.filter(({ id, causes }) => causes.includes(cause) && shown.includes(id));
      const retried = await retryReleases(
        wanted,
        (id) => releases.executeUpdate(id, resolveUpdate, { by: name(), action: 'retry', reason }),
        // An unexpected error or an outage ends the retries, since all others would fail too.
        (thrown) => {
          const error = asFailure(thrown, 'operate');
          const failure = expectedFailure(error);
          if (failure === null) trouble?.(error);
          return { message: failure?.message ?? UNEXPECTED, isOver: statusOf(error) >= 500 };
        },
      );
      const gone = shown.filter((id) => !wanted.some((release) => release.id === id));
      return { releases: [...retried, ...gone.map(noLonger)] };
    },
  }),
};

const noLonger = (id: string) => ({
  id,
  outcome: 'not tried' as const,
  message: 'It no longer waits for this cause.',
});

const accountsOf = storedWith((access: OperationAccess) => {
  const askService = cachedFor(KEPT_MS, () => readService(access.social));
  return {
    shared: sharedRead(() => readAccounts(access, askService())),
    fresh: () => readAccounts(access, askService(true)),
  };
});

async function readAccounts(
  access: OperationAccess,
  asked: ReturnType<typeof readService>,
): Promise<api.Accounts> {
  const [{ trouble, context, connected, links }, { undecided, isCut }] = await Promise.all([
    asked,
    readUndecided(access),
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

async function readUndecided({ releases }: OperationAccess) {
  const undecided: ReleaseStatus[] = [];
  let isCut = false;
  for await (const { status } of releases.open({ waiting: 'decision' }, () => void (isCut = true))) {
    if (undecided.length === MOST_RELEASES) return { undecided, isCut: true };
    undecided.push(status);
  }
  return { undecided, isCut };
}

/** Without the service or access to it, the page still shows what releases know. */
async function readService(socialClient: () => SocialClient) {
  const none = { context: null, connected: null, links: {} };
  try {
    const social = socialClient();
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { data } = await social.accounts({ signal });
    // The workspace only adds the quota, and may need a scope that the credential lacks.
    const context = await social.workspace({ signal }).then(
      (workspace) => workspace.data,
      () => null,
    );
    return { trouble: null, context, connected: data.accounts, links: linksOf(context, data) };
  } catch (error) {
    if (error instanceof ServiceError) return { trouble: serviceErrorText(error), ...none };
    if (!(error instanceof ConfigError)) throw error;
    const trouble =
      'This gateway has no access to the social service. Set SOCIAL_BASE_URL and SOCIAL_ACCESS_TOKEN for it.';
    return { trouble, ...none };
  }
}
