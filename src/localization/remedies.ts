/**
 * What each error of the localization service requires. Where a row has `read`, the state decides, not the code. A
 * comment above a row has the service's meaning of its code, where the advice does not tell it.
 */
import { end, park, read, remedyFor, retry, type Remedy, type RemedyRow } from '../http/remedy';
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
  { code: 400, remedy: end('Correct the release file as the message says, and start the release again.') },
  {
    code: 400,
    endpoints: ['POST /tasks/supplement-translate'],
    remedy: end('Nothing of these languages was translated.'),
  },
  {
    code: 400,
    endpoints: ['POST /terms/create', 'POST /terms/update'],
    remedy: end('Correct the terms as the message says, and send the file again.'),
  },
  {
    code: 400,
    endpoints: ['POST /tasks/terms/delete', 'POST /terms/delete'],
    remedy: park(
      'The service may want the ids in another form: see term-delete-body in docs/assumptions.md. Set it, and restart the workers.',
    ),
  },
  // The signature is invalid, or its timestamp has expired.
  { code: 401, remedy: park("Check the project's App Secret and the worker's clock. Restart the worker.") },
  // The task belongs to another App Key, or the App Key has no secret.
  {
    code: 403,
    remedy: park('Check that the task was created with this App Key and that the App Key has a secret.'),
  },
  // The task, term, template or job does not exist, or the App Key or its project is unknown.
  {
    code: 404,
    remedy: park('Check that it was not deleted at the service and that the App Key is right.', {
      notYet: true,
    }),
  },
  // The task is not waiting for confirmation.
  { code: 409, endpoints: ['POST /tasks/confirm-terms'], remedy: read() },
  {
    code: 409,
    endpoints: ['POST /tasks/terms/update', 'POST /tasks/terms/delete'],
    remedy: end('The task has no scanned terms to change.'),
  },
  // The task has no source language, no strings or no target languages.
  {
    code: 422,
    endpoints: ['POST /tasks/supplement-translate', 'POST /tasks/publish'],
    remedy: park("Check the task's languages and strings at the service."),
  },
  // The template is not an ini template, or no language is left to export.
  {
    code: 422,
    endpoints: ['POST /export/ini'],
    remedy: park('Give the template the ini format and languages, or name languages in the release file.'),
  },
  {
    code: 422,
    endpoints: ['GET /terms'],
    remedy: park('Set the source language of the project at the service.'),
  },
  { code: 429, remedy: retry('as-told') },
  // An internal error, a failed write or a failed export.
  { code: 500, remedy: retry('backoff') },
  { code: 500, endpoints: notRepeatable, remedy: read() },
  // The workflow behind the call could not be triggered, or something between us and the service failed.
  { code: 502, remedy: retry('backoff') },
  { code: 502, endpoints: notRepeatable, remedy: read() },
  // The service itself says that the workflow behind the call could not be triggered.
  {
    code: 502,
    endpoints: ['POST /tasks/supplement-translate', 'POST /tasks/publish'],
    effect: 'none',
    remedy: retry('backoff'),
  },
];

export function localizationRemedy(error: ServiceError): Remedy {
  return remedyFor(localizationRemedies, error);
}
