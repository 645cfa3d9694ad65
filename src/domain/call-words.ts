/** What each call of a release is for, in words that need no knowledge of the code: "retrying to publish the task". */
const words: Readonly<Record<string, string>> = {
  preflight: 'check the release with both services',
  createTask: 'create the task',
  readTask: 'read the task',
  snapshotTerms: 'read the terms',
  editTerms: 'edit terms',
  deleteTerms: 'delete terms',
  markTerms: 'mark terms',
  deleteRemovedTerms: 'delete the terms that were marked',
  matchTermbase: 'compare the terms with the termbase',
  checkConfirmer: 'check who confirms the terms',
  confirmTaskTerms: 'confirm the terms',
  remindOfTerms: 'remind of the review',
  postNotice: 'tell people',
  sendNotices: 'send notices',
  supplementTask: 'add the late languages',
  askForPublishTurn: 'ask for the turn to publish',
  isWorkflowRunning: 'see who has the turn to publish',
  publishTask: 'publish the task',
  publishInTurn: 'publish the task',
  readPublish: 'read the publish job',
  exportFiles: 'export the files',
  removeReplacedFiles: 'remove files that were replaced',
  createDraft: 'create the post',
  findDrafts: 'look for the post',
  publishPost: 'publish the post',
  readPost: 'read the post',
  keepDecisions: 'keep the earlier decisions',
  keepManifest: 'keep the record of the release',
  keepRollback: 'keep the record of the rollback',
  snapshotSource: 'read the source',
  planNightlyRelease: 'plan the release of the night',
  planTermbaseUpload: 'plan the upload',
  uploadTerms: 'upload terms',
  lookForTerms: 'look for the uploaded terms',
  updateTerms: 'update terms',
  deleteTermbaseTerms: 'delete terms of the termbase',
};

/** A call that is not named here is called by its own name. */
export function callWords(call: string): string {
  return words[call] ?? call;
}
