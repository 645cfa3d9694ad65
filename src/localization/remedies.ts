/** What each error of the localization service requires. Where a row has `read`, the state decides, not the code. */
import { remedyFor, type Remedy, type RemedyRow } from '../http/remedy';
import type { ServiceError } from '../http/service-error';

/**
 * Each of these calls takes effect again when repeated, and has no key: after a failure only a read shows what
 * happened.
 */
const notRepeatable = [
  'POST /tasks/confirm-terms',
  'POST /tasks/supplement-translate',
  'POST /tasks/publish',
  'POST /export-templates/create',
];

export const localizationRemedies: readonly RemedyRow[] = [
  {
    code: 400,
    condition: 'a parameter is missing or invalid, or over a limit',
    remedy: {
      do: 'end',
      advice: 'Correct the release file as the message says, and start the release again.',
    },
  },
  {
    code: 400,
    endpoints: ['POST /tasks/supplement-translate'],
    condition: 'a language is not supported, or a parameter is invalid',
    remedy: {
      do: 'end',
      advice: 'Nothing of these languages was translated.',
    },
  },
  {
    code: 400,
    endpoints: ['POST /terms/create', 'POST /terms/update'],
    condition: 'a term is not of the described shape, or names a language that is not supported',
    remedy: { do: 'end', advice: 'Correct the terms as the message says, and send the file again.' },
  },
  {
    code: 400,
    endpoints: ['POST /tasks/terms/delete', 'POST /terms/delete'],
    condition: 'the list of terms to delete is not of the described shape',
    remedy: {
      do: 'park',
      advice:
        'The service may want the ids in another form: see term-delete-body in docs/assumptions.md. Set it, and restart the workers.',
    },
  },
  {
    code: 401,
    condition: 'the signature is invalid, or its timestamp has expired',
    remedy: {
      do: 'park',
      advice: "Check the project's App Secret and the worker's clock. Restart the worker.",
    },
  },
  {
    code: 403,
    condition: 'the task belongs to another App Key, or the App Key has no secret',
    remedy: {
      do: 'park',
      advice: 'Check that the task was created with this App Key and that the App Key has a secret.',
    },
  },
  {
    code: 404,
    condition: 'the task, term, template or job does not exist, or the App Key or its project is unknown',
    remedy: {
      do: 'park',
      advice: 'Check that it was not deleted at the service and that the App Key is right.',
      notYet: true,
    },
  },
  {
    code: 409,
    endpoints: ['POST /tasks/confirm-terms'],
    condition: 'the task is not waiting for confirmation',
    remedy: { do: 'read' },
  },
  {
    code: 409,
    endpoints: ['POST /tasks/terms/update', 'POST /tasks/terms/delete'],
    condition: 'the task had no term scan',
    remedy: { do: 'end', advice: 'The task has no scanned terms to change.' },
  },
  {
    code: 422,
    endpoints: ['POST /tasks/supplement-translate', 'POST /tasks/publish'],
    condition: 'the task has no source language, no strings or no target languages',
    remedy: { do: 'park', advice: "Check the task's languages and strings at the service." },
  },
  {
    code: 422,
    endpoints: ['POST /export/ini'],
    condition: 'the template is not an ini template, or no language is left to export',
    remedy: {
      do: 'park',
      advice: 'Give the template the ini format and languages, or name languages in the release file.',
    },
  },
  {
    code: 422,
    endpoints: ['GET /terms'],
    condition: 'the project has no source language',
    remedy: { do: 'park', advice: 'Set the source language of the project at the service.' },
  },
  {
    code: 429,
    condition: 'too many calls',
    remedy: { do: 'retry', delay: 'as-told' },
  },
  {
    code: 500,
    condition: 'an internal error, a failed write or a failed export',
    remedy: { do: 'retry', delay: 'backoff' },
  },
  {
    code: 500,
    endpoints: notRepeatable,
    condition: 'an internal error in a call that would do it once more',
    remedy: { do: 'read' },
  },
  {
    code: 502,
    condition: 'something between us and the service failed',
    remedy: { do: 'retry', delay: 'backoff' },
  },
  {
    code: 502,
    endpoints: notRepeatable,
    condition:
      'the workflow behind the call could not be triggered, or something between us and the service failed',
    remedy: { do: 'read' },
  },
  {
    code: 502,
    endpoints: ['POST /tasks/supplement-translate', 'POST /tasks/publish'],
    effect: 'none',
    condition: 'the service itself says that the workflow behind the call could not be triggered',
    remedy: { do: 'retry', delay: 'backoff' },
  },
];

export function localizationRemedy(error: ServiceError): Remedy {
  return remedyFor(localizationRemedies, error);
}
