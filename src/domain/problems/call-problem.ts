/** The type of an activity's failure determines what the workflow does; the details have the reason. */
import type { Facts } from './problem';

export type ProblemType =
  /** The call certainly had no effect, and Temporal retries it. */
  | 'Retryable'
  /** The call may have had an effect, or the state is not the expected one: read before continuing. */
  | 'Unsettled'
  /** A daily cap: retry at the time that the service names, or else tomorrow. */
  | 'CappedForToday'
  /** A person must change something first. */
  | 'NeedsPerson'
  /** The message was based on outdated terms: its sender must see the current ones. */
  | 'TermsChanged'
  /** The request is invalid, and a retry would not help. */
  | 'Refused';

export interface ProblemDetails {
  /** The service's own code, or a row of the table of problems. */
  code: string;
  endpoint: string | null;
  effect: 'none' | 'done' | 'unknown';
  traceId: string | null;
  facts: Facts;
  /** The service's Retry-After, if it sent one. */
  retryAfterMs?: number;
}

/** The purpose of each call, in words that need no knowledge of the code: "retrying to publish the task". */
const words: Readonly<Record<string, string>> = {
  preflight: 'check the release with both services',
  createTask: 'create the task',
  readTask: 'read the task',
  snapshotTerms: 'read the terms',
  editTerms: 'edit terms',
  deleteTerms: 'delete terms',
  markTerms: 'mark terms',
  acceptTerms: 'note accepted terms',
  refreshTerms: 'read the terms again',
  publishTurn: 'go on with its turn to publish',
  replace: 'make room for a corrected file',
  deleteRemovedTerms: 'delete the terms that were marked',
  matchTermbase: 'compare the terms with the termbase',
  checkConfirmer: 'check who confirms the terms',
  confirmTaskTerms: 'confirm the terms',
  postNotice: 'tell people',
  sendNotices: 'send notices',
  supplementTask: 'add the late languages',
  askForPublishTurn: 'ask for the turn to publish',
  lookAtHolder: 'see who has the turn to publish',
  seekHolder: 'look for who has the turn to publish',
  publishTask: 'publish the task',
  readPublish: 'read the publish job',
  readLostLanguages: 'read what the project has',
  exportFiles: 'export the files',
  removeReplacedFiles: 'remove files that were replaced',
  createDraft: 'create the post',
  findDrafts: 'look for the post',
  publishPost: 'publish the post',
  readPost: 'read the post',
  quietUntil: 'look up the quiet hours',
  keepDecisions: 'keep the earlier decisions',
  keepManifest: 'keep the record of the release',
  keepRollback: 'keep the record of the rollback',
  snapshotSource: 'read the source',
  planNightlyRelease: 'plan the release of the night',
  readReleaseState: 'see how the release stands',
  planTermbaseUpload: 'plan the upload',
  uploadTerms: 'upload terms',
  lookForTerms: 'look for the uploaded terms',
  updateTerms: 'update terms',
  deleteTermbaseTerms: 'delete terms of the termbase',
};

export function callWords(call: string): string {
  return words[call] ?? call;
}
