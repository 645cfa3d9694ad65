/**
 * The points on which a service's documentation is silent, each with its possible readings; the first is the sandbox's
 * default.
 */
import * as z from 'zod';

export const localizationReadings = {
  /** Names of the fields of `POST /tasks/create`. `renamed`: `items` and `external_id`, and ours are refused. */
  'create-request-fields': ['as-seen', 'renamed'],
  'create-size-limit': ['16mb', '1mb'],
  /** The result of a second call with the same `client_task_id`. */
  'client-task-id': ['same-task', 'refused', 'ignored'],
  'id-type': ['text', 'number'],
  'error-carriage': ['both', 'http', 'envelope'],
  'languages-reply': ['objects', 'codes', 'keyed', 'wrapped', 'not-found', 'post-only'],
  /** The word for a completed job; `PROCESSING` replaces the one for a running job, `TIMED_OUT` for a failed one. */
  'job-words': ['COMPLETED', 'SUCCEEDED', 'DONE', 'FINISHED', 'PROCESSING', 'TIMED_OUT', 'lower-case'],
  /** Whether supplements are in `jobs[]`; unlisted ones extend the task's languages at their start or at their end. */
  'supplement-jobs': ['listed', 'unlisted', 'unlisted-late'],
  'publish-jobs': ['listed', 'unlisted'],
  /** What happens to languages that the project has for a string and the published task lacks. */
  'publish-languages': ['replace', 'keep'],
  /** `callback-only`: only `task.failed` reports a failed trigger; `partial-rows`: a failure leaves rows behind. */
  'supplement-failure': ['job', 'callback-only', 'partial-rows'],
  'task-status-of-supplement': ['unchanged', 'running-again'],
  /** `clamped`: at most 50 items a page, whatever the request says. */
  'page-size': ['as-asked', 'clamped'],
  'term-delete-body': ['id', 'ids'],
  /** `flat`: a file per language without sections; `prefixed`: `ja.key=text`. */
  'ini-layout': ['language', 'string', 'flat', 'prefixed'],
  'ini-language-codes': ['as-asked', 'upper-case', 'underscore'],
  'ini-encoding': ['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be'],
  'ini-default-escape': ['no-escape', 'escape'],
  /** `with-fields`: a template's `fields` and `field_order` show in the file. */
  'ini-field-columns': ['none', 'with-fields'],
  'zip-names': ['code', 'prefix', 'folders', 'bracketed'],
  /** `some-left-out`: a language without any text is neither in the file nor in `target_languages`. */
  'exported-languages': ['all', 'some-left-out'],
  'download-link': ['plain', 'redirect', 'gzip', 'no-length'],
  /** The error of an export that takes too long; a fault on `work export` causes one. */
  'export-timeout': ['504', '408', '500', 'envelope-504'],
  'callback-signature': ['timestamp-header', 'timestamp-in-payload', 'none'],
  /** `narrow`: the events of sub-steps cannot be subscribed to. */
  'callback-events': ['whitelist', 'narrow'],
  'callback-attempts': ['from-each-other', 'from-first'],
  /** The status of a scan that finds nothing new. */
  'scan-none': ['skipped', 'completed-empty'],
  /** `seldom`: one call in nine is refused with 429 and `Retry-After`. */
  'rate-limit': ['none', 'seldom'],
  'xlsx-source': ['xlsx'],
} as const satisfies ReadingsById;

export const socialReadings = {
  /** `none`: all posts are on one page. */
  'cursor-place': ['data', 'meta', 'none'],
  'post-status-words': ['documented', 'upper-case', 'other'],
  'prepared-post-status': ['draft', 'approved', 'ready'],
  'target-words': ['published', 'success', 'posted', 'live', 'sent', 'upper-case'],
  /** `failed-first`: after a retry the account still has the status failed for a while. */
  'retried-target': ['publishing', 'failed-first'],
  /** `content`: a draft has `content` and `targets`, and our form is refused. */
  'draft-request': ['text', 'content'],
  'draft-idempotency': ['ignored', 'honoured'],
  /** `schedule-only`: the credential does not list `publish`, but may publish. */
  'publish-tier': ['publish', 'schedule-only'],
  /** `approval`: an accepted publish waits for a person. */
  'confirm-mode': ['preauthorized', 'approval'],
  'daily-cap-reason': ['daily_publish_cap', 'daily_limit', 'params-window'],
  'daily-cap-day': ['utc', 'rolling'],
  'second-publish': ['posts-again', 'refused'],
} as const satisfies ReadingsById;

export const readingsById = { ...localizationReadings, ...socialReadings };

type ReadingsById = Readonly<Record<string, readonly [usual: string, ...others: string[]]>>;

export type AssumptionId = keyof typeof readingsById;
export type Readings = { readonly [Id in AssumptionId]: (typeof readingsById)[Id][number] };

export const assumptionIds = Object.keys(readingsById) as AssumptionId[];

export const usualReadings = Object.fromEntries(
  Object.entries(readingsById).map(([id, [usual]]) => [id, usual]),
) as Readings;

/** The `readings` of a profile, with the default for each that is not named. */
export const readings = z
  .custom<Partial<Readings>>(isObject, 'expected a map of assumption ids to readings')
  .transform((given, ctx): Readings => {
    for (const [id, reading] of Object.entries(given)) {
      const fault = faultOf(id, reading);
      if (fault !== null) ctx.addIssue({ code: 'custom', path: [id], message: fault });
    }
    return { ...usualReadings, ...given };
  });

function faultOf(id: string, reading: unknown): string | null {
  const known: readonly string[] | undefined = Object.entries(readingsById).find(([own]) => own === id)?.[1];
  if (known === undefined) return `unknown assumption; there are ${assumptionIds.join(', ')}`;
  if (known.includes(String(reading))) return null;
  return `${String(reading)} is not one of its readings: ${known.join(', ')}`;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
