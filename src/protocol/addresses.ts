/**
 * The addresses of all operations, as plain data that needs no schemas. Inputs outside the path go into the query for
 * GET and DELETE, and into the body otherwise. An `id` of the form <project>/<name> becomes `:project/:name`.
 */
import { parseReleaseId } from '../domain/release/identity';

const release = '/api/releases/:project/:name';
const terms = `${release}/terms` as const;
const glossary = '/api/glossary/:project/:name';
const schedule = '/api/schedules/:project/:name';
const project = '/api/projects/:project';
const task = `${project}/tasks/:taskId` as const;

export const addresses = {
  session: 'GET /api/session',
  signIn: 'POST /api/session',
  signOut: 'DELETE /api/session',
  whoAmI: 'GET /api/operator',
  prove: 'POST /api/proofs',
  events: 'GET /api/events',
  openapi: 'GET /api/openapi.json',

  inbox: 'GET /api/inbox',
  search: 'GET /api/search',
  insights: 'GET /api/insights',
  notices: 'GET /api/notices',
  accountHealth: 'GET /api/accounts',
  releasesToRetry: 'GET /api/retries',
  retryReleases: 'POST /api/retries',

  releases: 'GET /api/releases',
  list: 'GET /api/releases/newest',
  startFromText: 'POST /api/releases',
  start: 'POST /api/releases/sent',
  plan: 'POST /api/plans',
  dryRun: 'POST /api/plans/dry-run',
  planDraft: 'POST /api/drafts/plan',
  startDraft: 'POST /api/drafts/start',

  release: `GET ${release}`,
  status: `GET ${release}/status`,
  story: `GET ${release}/story`,
  explain: `GET ${release}/history`,
  report: `GET ${release}/record`,
  verifyRecords: `GET ${release}/record/verification`,
  reportPage: `GET ${release}/report`,
  strings: `GET ${release}/strings`,
  source: `GET ${release}/source`,
  files: `GET ${release}/files`,
  file: `GET ${release}/files/:sha256`,
  releaseFile: `GET ${release}/release-file`,
  resolve: `POST ${release}/resolve`,
  pause: `POST ${release}/pause`,
  resume: `POST ${release}/resume`,
  cancel: `POST ${release}/cancel`,
  rollback: `POST ${release}/rollback`,
  addLanguages: `POST ${release}/languages`,
  amend: `POST ${release}/amend`,
  planAmendment: `POST ${release}/amend-file/plan`,
  amendByFile: `POST ${release}/amend-file`,

  terms: `GET ${terms}`,
  knownTerms: `GET ${terms}/sheet`,
  refreshTerms: `POST ${terms}/refresh`,
  matchTermbase: `POST ${terms}/compare`,
  editTerms: `POST ${terms}/edit`,
  deleteTerms: `POST ${terms}/delete`,
  markTerms: `POST ${terms}/mark`,
  acceptTerms: `POST ${terms}/accept`,
  keepTermbase: `POST ${terms}/keep-termbase`,
  commentTerm: `POST ${terms}/comment`,
  presence: `POST ${terms}/presence`,
  confirmTerms: `POST ${terms}/confirm`,
  rejectTerms: `POST ${terms}/reject`,

  glossary: 'GET /api/glossary',
  glossaryChanges: `GET ${glossary}`,
  planRevert: `POST ${glossary}/revert/plan`,
  revertGlossary: `POST ${glossary}/revert`,

  schedules: 'GET /api/schedules',
  calendar: 'GET /api/schedules/calendar',
  applySchedules: 'PUT /api/schedules',
  schedule: `GET ${schedule}`,
  deleteSchedule: `DELETE ${schedule}`,
  pauseSchedule: `POST ${schedule}/pause`,
  resumeSchedule: `POST ${schedule}/resume`,
  triggerSchedule: `POST ${schedule}/trigger`,
  backfillSchedule: `POST ${schedule}/backfill`,

  startWork: 'POST /api/work',
  workStatus: 'POST /api/work/status',
  workFile: 'GET /api/work/files/:sha256',
  createTask: 'POST /api/tasks',
  uploadTerms: 'POST /api/termbase/uploads',
  uploadResult: 'GET /api/termbase/uploads',
  missingContents: 'POST /api/missing-contents',
  putContent: 'PUT /api/contents/:sha256',
  joinContent: 'POST /api/contents/:sha256/parts',

  doctor: 'GET /api/doctor',
  projects: 'GET /api/projects',
  projectLine: `GET ${project}`,
  languages: `GET ${project}/languages`,
  pastReleases: `GET ${project}/past`,
  templates: `GET ${project}/templates`,
  template: `GET ${project}/template`,
  exportTemplate: `GET ${project}/export-template`,
  createTemplate: `POST ${project}/templates`,
  updateTemplate: `POST ${project}/templates/:id`,
  deleteTemplate: `DELETE ${project}/templates/:id`,
  termbase: `GET ${project}/terms`,
  termbaseUploads: `GET ${project}/termbase-uploads`,
  termbaseDifference: `POST ${project}/termbase-difference`,
  updateTerm: `POST ${project}/terms`,
  deleteTerm: `DELETE ${project}/terms/:id`,
  taskStatus: `GET ${task}`,
  taskTerms: `GET ${task}/terms`,
  editTaskTerm: `POST ${task}/terms/:id`,
  deleteTaskTerms: `POST ${task}/deleted-terms`,
  publishStatus: `GET ${project}/publish-jobs/:jobId`,
  waitForPublish: `GET ${project}/publish-jobs/:jobId/end`,
  workspace: 'GET /api/workspace',
  accounts: 'GET /api/social-accounts',
  posts: 'GET /api/posts',
  draftPost: 'POST /api/posts',
  post: 'GET /api/posts/:postId',
} as const;

export type OperationName = keyof typeof addresses;

/** The name that a command claims; URI-encoded. */
export const AS_HEADER = 'x-locrelease-as';
/** Requests with the same key are carried out once. */
export const REPEATED_HEADER = 'idempotency-key';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export function addressOf(name: OperationName): { method: Method; path: string } {
  const [method, path] = addresses[name].split(' ') as [Method, string];
  return { method, path };
}

export const namesRelease = (path: string): boolean => path.includes('/:project/:name');

export interface OperationRequest {
  method: Method;
  path: string;
  body: object | null;
}

export function requestOf(name: OperationName, input: object = {}): OperationRequest {
  const { method, path } = addressOf(name);
  const { id, ...others } = input as { id?: unknown };
  const named = namesRelease(path) && typeof id === 'string' ? parseReleaseId(id) : null;
  const params = new Map<string, unknown>(Object.entries(named === null ? input : { ...others, ...named }));
  const filled = path.replace(/:(\w+)/g, (_whole, key: string) => {
    const value = params.get(key);
    params.delete(key);
    return encodeURIComponent(String(value));
  });
  const rest = [...params].filter(([, value]) => value !== undefined);
  if (method === 'POST' || method === 'PUT') return { method, path: filled, body: Object.fromEntries(rest) };
  const query = new URLSearchParams(
    rest.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString();
  return { method, path: query === '' ? filled : `${filled}?${query}`, body: null };
}

/** Small enough for a slow line within the request timeout, and little to repeat after a cut. */
export const CONTENT_PART_BYTES = 1024 * 1024;
/** Bounds the size of one content. */
export const MOST_CONTENT_PARTS = 256;
