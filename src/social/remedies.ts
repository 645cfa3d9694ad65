/**
 * The remedy for each error of the social service. A comment above a row has the service's meaning of its code, where the
 * advice does not tell it. Failures on one account are in `domain/problems/failed-account.ts`.
 */
import { end, park, read, remedyFor, retry, type Remedy, type RemedyRow } from '../http/remedy';
import type { ServiceError } from '../http/service-error';
import { dailyCapReasons } from './vocabulary';

const writes = ['POST /posts', 'POST /posts/{postId}/publish'];

export const socialRemedies: readonly RemedyRow[] = [
  // The credential is missing, invalid, disabled, expired or not long-lived.
  {
    code: 'unauthenticated',
    remedy: park(
      "Issue a long-lived credential in the application's integration settings. Give it to the worker as " +
        'SOCIAL_ACCESS_TOKEN. Restart the worker.',
    ),
  },
  // A scope is missing, the role forbids the action, or the publish tier is not allowed.
  { code: 'forbidden', remedy: park('Give the credential the scope or action that the message names.') },
  // The workspace was dissolved, or the issuer is no longer an active member of it.
  {
    code: 'workspace_not_found',
    remedy: park(
      'Ask an active member of the workspace to issue a credential. Give it to the worker as ' +
        'SOCIAL_ACCESS_TOKEN. Restart the worker.',
    ),
  },
  {
    code: 'not_found',
    remedy: park("Check that the post and its accounts exist in the credential's workspace.", {
      notYet: true,
    }),
  },
  // A field is missing or wrong, a time has no time zone, a cursor is broken, or the key is missing.
  {
    code: 'invalid_input',
    remedy: end(
      'Correct the announcement in the release file as the message says, and start the release again.',
    ),
  },
  { code: 'plan_limit', remedy: park('Upgrade the plan or wait until its quota is renewed.') },
  {
    code: 'no_account',
    remedy: park('Connect an account that can publish on that platform in the application.'),
  },
  { code: 'needs_reauth', remedy: park('Authorize the expired account again in the application.') },
  // Too many calls in a minute, or too soon after the last publish on the account.
  { code: 'rate_limited', remedy: retry('as-told') },
  ...dailyCapReasons.map((reason) => ({ code: 'rate_limited', reason, remedy: retry('next-day') })),
  // A call with the same key is still running; once it has ended, a repeat brings its result.
  {
    code: 'replay',
    remedy: {
      do: 'wait',
      advice: 'The service has not ended the first call. Look at the post in the application.',
    },
  },
  {
    code: 'external_writes_off',
    remedy: park("Turn on external writes in the service's environment, or use another one."),
  },
  { code: 'platform_error', remedy: retry('backoff') },
  // If a platform calls a post a duplicate, the first one may be live, which only the post itself shows.
  { code: 'platform_error', endpoints: writes, remedy: read() },
  { code: 'internal', remedy: retry('backoff') },
  // The service does not remember a failed call under its key, so a retry might repeat what the first had begun.
  { code: 'internal', endpoints: writes, remedy: read() },
];

export function socialRemedy(error: ServiceError): Remedy {
  const remedy = remedyFor(socialRemedies, error);
  return error.code === 'rate_limited' && isDaily(error.params) ? retry('next-day') : remedy;
}

const DAY_SECONDS = 86_400;

/** The reasons for a daily cap are not documented: any that mentions a day counts, and any window of a day or more. */
function isDaily({ reason, windowSec }: ServiceError['params']): boolean {
  return (typeof reason === 'string' && /dai?ly|day/i.test(reason)) || Number(windowSec ?? 0) >= DAY_SECONDS;
}
