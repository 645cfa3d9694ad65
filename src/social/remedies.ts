/** The remedy for each error of the social service, and for each failure on one account. */
import { remedyFor, type Remedy, type RemedyRow } from '../http/remedy';
import type { ServiceError } from '../http/service-error';
import { dailyCapReasons } from './vocabulary';

const writes = ['POST /posts', 'POST /posts/{postId}/publish'];

export const socialRemedies: readonly RemedyRow[] = [
  {
    code: 'unauthenticated',
    condition: 'the credential is missing, invalid, disabled, expired or not long-lived',
    remedy: {
      do: 'park',
      advice:
        "Issue a long-lived credential in the application's integration settings. Give it to the worker as " +
        'SOCIAL_ACCESS_TOKEN. Restart the worker.',
    },
  },
  {
    code: 'forbidden',
    condition: 'a scope is missing, the role forbids the action, or the publish tier is not allowed',
    remedy: {
      do: 'park',
      advice: 'Give the credential the scope or action that the message names.',
    },
  },
  {
    code: 'workspace_not_found',
    condition: 'the workspace was dissolved, or the issuer is no longer an active member of it',
    remedy: {
      do: 'park',
      advice:
        'Ask an active member of the workspace to issue a credential. Give it to the worker as ' +
        'SOCIAL_ACCESS_TOKEN. Restart the worker.',
    },
  },
  {
    code: 'not_found',
    condition: 'the target does not exist, or is in another workspace',
    remedy: {
      do: 'park',
      advice: "Check that the post and its accounts exist in the credential's workspace.",
      notYet: true,
    },
  },
  {
    code: 'invalid_input',
    condition:
      'a field is missing or wrong, a time has no time zone, a cursor is broken, or the key is missing',
    remedy: {
      do: 'end',
      advice:
        'Correct the announcement in the release file as the message says, and start the release again.',
    },
  },
  {
    code: 'plan_limit',
    condition: 'a quota of the plan is used up',
    remedy: { do: 'park', advice: 'Upgrade the plan or wait until its quota is renewed.' },
  },
  {
    code: 'no_account',
    condition: 'a target platform has no usable account in the workspace',
    remedy: {
      do: 'park',
      advice: 'Connect an account that can publish on that platform in the application.',
    },
  },
  {
    code: 'needs_reauth',
    condition: "the target account's authorization has expired",
    remedy: { do: 'park', advice: 'Authorize the expired account again in the application.' },
  },
  {
    code: 'rate_limited',
    condition: 'too many calls in a minute, or too soon after the last publish on the account',
    remedy: { do: 'retry', delay: 'as-told' },
  },
  ...dailyCapReasons.map((reason): RemedyRow => ({
    code: 'rate_limited',
    reason,
    condition: 'a daily cap is reached',
    remedy: { do: 'retry', delay: 'next-day' },
  })),
  {
    code: 'replay',
    condition: 'a call with the same key is still running; once it has ended, a repeat brings its result',
    remedy: {
      do: 'wait',
      advice: 'The service has not ended the first call. Look at the post in the application.',
    },
  },
  {
    code: 'external_writes_off',
    condition: 'this environment publishes nothing to the outside',
    remedy: {
      do: 'park',
      advice: "Turn on external writes in the service's environment, or use another one.",
    },
  },
  {
    code: 'platform_error',
    condition: 'the platform failed while something was read from it',
    remedy: { do: 'retry', delay: 'backoff' },
  },
  {
    code: 'platform_error',
    endpoints: writes,
    // If a platform calls a post a duplicate, the first one may be live, which only the post itself shows.
    condition: 'the platform rejected or failed the request',
    remedy: { do: 'read' },
  },
  {
    code: 'internal',
    condition: 'an unclassified server error',
    remedy: { do: 'retry', delay: 'backoff' },
  },
  {
    code: 'internal',
    endpoints: writes,
    // The service does not remember a failed call under its key, so a retry might repeat what the first had begun.
    condition: 'an unclassified server error in a call that writes',
    remedy: { do: 'read' },
  },
];

export function socialRemedy(error: ServiceError): Remedy {
  const remedy = remedyFor(socialRemedies, error);
  return error.code === 'rate_limited' && isDaily(error.params) ? { do: 'retry', delay: 'next-day' } : remedy;
}

const DAY_SECONDS = 86_400;

/** The reasons for a daily cap are not documented: any that mentions a day counts, and any window of a day or more. */
function isDaily({ reason, windowSec }: ServiceError['params']): boolean {
  return (typeof reason === 'string' && /dai?ly|day/i.test(reason)) || Number(windowSec ?? 0) >= DAY_SECONDS;
}
