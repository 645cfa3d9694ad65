/**
 * Where the documentation of a service is silent, the service may be read in more than one way. Here is each such
 * point with its readings; the first is how the sandbox usually answers.
 */
import * as z from 'zod';

export const localizationReadings = {
  /** Names of the fields of `POST /tasks/create`. `renamed`: `items` and `external_id`, and ours are refused. */
  'create-request-fields': ['as-seen', 'renamed'],
  'create-size-limit': ['16mb', '1mb'],
  /** What the same `client_task_id` gives a second time. */
  'client-task-id': ['same-task', 'refused', 'ignored'],
  'id-type': ['text', 'number'],
  'error-carriage': ['both', 'http', 'envelope'],
  'languages-reply': ['objects', 'codes', 'keyed', 'wrapped', 'not-found', 'post-only'],
  /** The word for a job that is done; `PROCESSING` stands for one that runs, `TIMED_OUT` for one that failed. */
  'job-words': ['COMPLETED', 'SUCCEEDED', 'DONE', 'FINISHED', 'PROCESSING', 'TIMED_OUT', 'lower-case'],
  /** Whether supplements are in `jobs[]`; unlisted ones extend the task's languages at once, or at their end. */
  'supplement-jobs': ['listed', 'unlisted', 'unlisted-late'],
  'publish-jobs': ['listed', 'unlisted'],
  /** What becomes of languages that a string has in the project, and the published task lacks. */
  'publish-languages': ['replace', 'keep'],
  /** `callback-only`: a failed trigger is told by `task.failed` alone; `partial-rows`: a failure leaves rows behind. */
  'supplement-failure': ['job', 'callback-only', 'partial-rows'],
  'task-status-of-supplement': ['unchanged', 'running-again'],
  /** `clamped`: at most 50 items a page, whatever was asked for. */
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
  /** How an export that takes too long is answered; `work export` makes one fail so. */
  'export-timeout': ['504', '408', '500', 'envelope-504'],
  'callback-signature': ['timestamp-header', 'timestamp-in-payload', 'none'],
  /** `narrow`: the events of sub-steps cannot be subscribed to. */
  'callback-events': ['whitelist', 'narrow'],
  'callback-attempts': ['from-each-other', 'from-first'],
  /** What a scan says that has nothing new to find. */
  'scan-none': ['skipped', 'completed-empty'],
  /** `seldom`: one call in nine is turned away with 429 and `Retry-After`. */
  'rate-limit': ['none', 'seldom'],
  'xlsx-source': ['xlsx'],
} as const satisfies ReadingsById;

export const socialReadings = {
  /** `none`: every post on one page. */
  'cursor-place': ['data', 'meta', 'none'],
  'post-status-words': ['documented', 'upper-case', 'other'],
  /** The status of a post that a person has prepared. */
  'prepared-post-status': ['draft', 'approved', 'ready'],
  'target-words': ['published', 'success', 'posted', 'live', 'sent', 'upper-case'],
  /** `failed-first`: after a retry the account still reads as failed for a while. */
  'retried-target': ['publishing', 'failed-first'],
  /** `content`: a draft has `content` and `targets`, and ours is refused. */
  'draft-request': ['text', 'content'],
  'draft-idempotency': ['ignored', 'honoured'],
  /** `schedule-only`: the credential lists no `publish`, and may do so all the same. */
  'publish-tier': ['publish', 'schedule-only'],
  /** `approval`: an accepted publish waits for a person first. */
  'confirm-mode': ['preauthorized', 'approval'],
  'daily-cap-reason': ['daily_publish_cap', 'daily_limit', 'params-window'],
  'daily-cap-day': ['utc', 'rolling'],
  'second-publish': ['posts-again', 'refused'],
} as const satisfies ReadingsById;

export const readingsById = { ...localizationReadings, ...socialReadings };

type ReadingsById = Readonly<Record<string, readonly [usual: string, ...others: string[]]>>;

export type AssumptionId = keyof typeof readingsById;
/** How one sandbox reads every point. */
export type Readings = { readonly [Id in AssumptionId]: (typeof readingsById)[Id][number] };

export const assumptionIds = Object.keys(readingsById) as AssumptionId[];

export const usualReadings = Object.fromEntries(
  Object.entries(readingsById).map(([id, [usual]]) => [id, usual]),
) as Readings;

/** The `readings` of a profile: those that are named, and the usual ones for the rest. */
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
