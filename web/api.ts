/** The page's client of the gateway's API. */
import type { Amendment } from '../src/domain/release/amendment';
import type { ResolveAction } from '../src/domain/release/stages';
import type { ServiceWorkStatus, Work } from '../src/domain/service-work';
import type { Accounts, RetriedReleases, RetryPlan } from '../src/protocol/accounts-api';
import { type OperationRequest, REPEATED_HEADER, requestOf } from '../src/protocol/addresses';
import type {
  CancelledRelease,
  Failure,
  Inbox,
  NoticeRoutes,
  PastReleases,
  ProjectLine,
  ReleaseDetails,
  ReleasesPage,
  ScheduleCalendar,
  ScheduleRow,
  Session,
  Story,
  StringsPage,
  TermsResponse,
  TermsPage,
  InsightsResponse,
  Found,
} from '../src/protocol/console-api';
import type {
  Draft,
  PlannedAmendment,
  PlannedDraft,
  ReleaseFileText,
  StartedDraft,
} from '../src/protocol/draft-api';
import type {
  GlossaryDetails,
  GlossaryPage,
  RevertedGlossary,
  RevertPlan,
} from '../src/protocol/glossary-api';
import type { Change } from './review/sheet';
import { session, signedIn, signInWanted } from './session';

/** The gateway responded with an error. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** `body`: the parsed JSON of the response, or null where it has none. */
export function refusalOf(status: number, body: unknown): Refusal {
  const { code, message } = (body ?? {}) as Partial<Failure>;
  return new Refusal(status, code ?? 'refused', message ?? `The gateway answered with status ${status}.`);
}

/** This code proves that the gateway itself responded: a proxy in front of it has a 404 of its own. */
export const isNotThere = (error: unknown): boolean => error instanceof Refusal && error.code === 'not_found';

export interface ReleaseName {
  project: string;
  name: string;
}

/** A list's row is a release name too, but has more fields than an operation accepts. */
const named = ({ project, name }: ReleaseName): ReleaseName => ({ project, name });

/** No response arrived, so it is unknown whether the operation was done. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

const READ_TIMEOUT_MS = 30_000;
const WRITE_TIMEOUT_MS = 120_000;

/** `key`: requests under the same key are done only once. */
async function ask<Name extends keyof PageResponses>(
  name: Name,
  input: object = {},
  key?: string,
): Promise<PageResponses[Name]> {
  const sent = session.value?.csrfToken;
  const prepared = requestOf(name, input);
  try {
    return await request(prepared, key);
  } catch (error) {
    // Another window of this browser may have signed in since, which changes the CSRF token.
    if (!(error instanceof Refusal) || error.status !== 403 || prepared.method === 'GET') throw error;
    session.value = await request<Session>(requestOf('session'));
    if (session.value.csrfToken === sent) throw error;
    return request(prepared, key);
  }
}

async function request<Result>(prepared: OperationRequest, key?: string): Promise<Result> {
  const response = await send(prepared, key);
  if (response.status === 204) return undefined as Result;
  const body: unknown = await response.json().catch(() => null);
  // The gateway's responses are built from the same schemas as these types.
  if (response.ok) return body as Result;
  const refusal = refusalOf(response.status, body);
  // A person who has not signed in yet gets no error message.
  if (response.status === 401)
    signInWanted.value = { message: refusal.code === 'unsigned' ? '' : refusal.message };
  throw refusal;
}

async function send({ method, path, body }: OperationRequest, key?: string): Promise<Response> {
  // A read has no headers of its own, because only then does the browser use its preloaded response.
  const headers: Record<string, string> = {};
  if (body !== null) headers['content-type'] = 'application/json';
  const csrfToken = session.value?.csrfToken ?? null;
  if (method !== 'GET' && csrfToken !== null) headers['x-csrf-token'] = csrfToken;
  if (key !== undefined) headers[REPEATED_HEADER] = key;
  try {
    return await fetch(path, {
      method,
      headers,
      ...(body === null ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS),
    });
  } catch (error) {
    throw new Unreachable('The gateway does not answer.', { cause: error });
  }
}

function set(values: Record<string, string | number | null>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));
}

/** The filter in the address; an empty value matches all. */
export const releaseFilterNames = ['q', 'project', 'branch', 'state', 'starter', 'language'] as const;
export type ReleaseFilter = Record<(typeof releaseFilterNames)[number], string>;

export interface StringFilter {
  language: string;
  search: string;
  change: string;
}

/** The responses of the operations that the page uses. A test compares them with the table of operations. */
export interface PageResponses {
  session: Session;
  signOut: undefined;
  inbox: Inbox;
  notices: NoticeRoutes;
  releases: ReleasesPage;
  release: ReleaseDetails;
  story: Story;
  pastReleases: PastReleases;
  strings: StringsPage;
  resolve: Outcome;
  pause: Outcome;
  resume: Outcome;
  amend: { changed: string | null };
  planAmendment: PlannedAmendment;
  amendByFile: { changed: string };
  cancel: CancelledRelease;
  releaseFile: ReleaseFileText;
  planDraft: PlannedDraft;
  startDraft: StartedDraft;
  terms: TermsPage;
  refreshTerms: TermsResponse;
  matchTermbase: TermsResponse;
  editTerms: TermsResponse;
  keepTermbase: TermsResponse;
  markTerms: TermsResponse;
  acceptTerms: TermsResponse;
  commentTerm: Outcome;
  presence: undefined;
  confirmTerms: Outcome;
  rejectTerms: Outcome;
  insights: InsightsResponse;
  calendar: ScheduleCalendar;
  schedules: ScheduleRow[];
  projects: string[];
  projectLine: ProjectLine;
  rollback: { work: Work };
  workStatus: ServiceWorkStatus;
  pauseSchedule: { id: string };
  resumeSchedule: { id: string };
  triggerSchedule: { id: string };
  accountHealth: Accounts;
  releasesToRetry: RetryPlan;
  retryReleases: RetriedReleases;
  glossary: GlossaryPage;
  glossaryChanges: GlossaryDetails;
  planRevert: RevertPlan;
  revertGlossary: RevertedGlossary;
  search: Found;
}

interface Outcome {
  outcome: string;
}

const changeOperations = {
  edit: 'editTerms',
  'keep-termbase': 'keepTermbase',
  mark: 'markTerms',
  accept: 'acceptTerms',
} as const;

export const api = {
  session: () => ask('session'),
  async signIn(token: string): Promise<void> {
    signedIn(await request<Session>(requestOf('signIn', { token })));
  },
  signOut: () => ask('signOut'),

  inbox: () => ask('inbox'),
  notices: () => ask('notices'),
  releases: ({ q, ...filter }: ReleaseFilter, page: { cursor: string | null; limit: number }) =>
    ask('releases', set({ search: q, ...filter, ...page })),

  projects: () => ask('projects'),
  project: (project: string) => ask('projectLine', { project }),
  rollback: (release: ReleaseName, message: { reason: string; loseLanguages: boolean }) =>
    ask('rollback', { ...named(release), ...message }),
  workStatus: (work: Work) => ask('workStatus', { work }),
  release: (release: ReleaseName) => ask('release', named(release)),
  story: (release: ReleaseName) => ask('story', named(release)),
  past: ({ project }: ReleaseName) => ask('pastReleases', { project }),
  strings: (release: ReleaseName, wanted: StringFilter, page: { offset: number; limit: number }) =>
    ask('strings', set({ ...named(release), ...wanted, ...page })),
  filesAddress: (release: ReleaseName) => requestOf('files', named(release)).path,
  fileAddress: (release: ReleaseName, sha256: string) =>
    requestOf('file', { ...named(release), sha256 }).path,
  resolve: (release: ReleaseName, decision: { action: ResolveAction; reason: string; since?: string }) =>
    ask('resolve', { ...named(release), ...decision }),
  pause: (release: ReleaseName, reason: string) => ask('pause', { ...named(release), reason }),
  resume: (release: ReleaseName, reason: string) => ask('resume', set({ ...named(release), reason })),
  amend: (release: ReleaseName, amendment: Amendment, reason: string) =>
    ask('amend', { ...named(release), amendment, reason }),
  planAmendment: (release: ReleaseName, file: { text: string; before: string }) =>
    ask('planAmendment', { ...named(release), ...file }),
  amendByFile: (release: ReleaseName, file: { text: string; before: string }, reason: string) =>
    ask('amendByFile', { ...named(release), ...file, reason }),
  cancel: (release: ReleaseName, reason: string) => ask('cancel', { ...named(release), reason }),

  releaseFile: (release: ReleaseName) => ask('releaseFile', named(release)),
  planDraft: (draft: Draft) => ask('planDraft', draft),
  startDraft: (draft: Draft, digest: string) => ask('startDraft', { ...draft, digest }),

  terms: (release: ReleaseName, page: { offset: number; limit: number }) =>
    ask('terms', { ...named(release), ...page }),
  refreshTerms: (release: ReleaseName) => ask('refreshTerms', { ...named(release), brief: true }),
  compareTerms: (release: ReleaseName) => ask('matchTermbase', { ...named(release), brief: true }),
  /** A change has the fields of its operation. */
  changeTerms: (release: ReleaseName, { kind, ...fields }: Change, key: string) =>
    ask(changeOperations[kind], { ...named(release), ...fields }, key),
  commentTerm: (release: ReleaseName, message: { termId: string; comment: string }) =>
    ask('commentTerm', { ...named(release), ...message }),
  /** Reports the operator's place in a review to the others. */
  presence: (release: ReleaseName, termId: string | null) => ask('presence', { ...named(release), termId }),
  confirmTerms: (release: ReleaseName, message: { digest: string; comment?: string; matches?: string }) =>
    ask('confirmTerms', { ...named(release), ...message }),
  rejectTerms: (release: ReleaseName, reason: string) => ask('rejectTerms', { ...named(release), reason }),

  insights: (filter: { project: string; weeks: number }) => ask('insights', set(filter)),
  calendar: (month: string) => ask('calendar', { month }),
  schedules: () => ask('schedules'),
  /** A schedule's id is `<project>/<name>`. */
  scheduleAction: (id: string, action: 'pause' | 'resume' | 'trigger', reason: string) =>
    ask(`${action}Schedule`, set({ id, reason })),

  /** `fresh`: reads the accounts from the service, and not from the gateway's cache. */
  accounts: (fresh: boolean) => ask('accountHealth', fresh ? { fresh } : {}),
  /** Only releases that have the cause. */
  retryPlan: async (cause: string): Promise<RetryPlan> =>
    (await ask('releasesToRetry', { cause })).filter(({ causes }) => causes.includes(cause)),
  retryReleases: (cause: string, releases: readonly string[], reason: string) =>
    ask('retryReleases', { cause, releases, reason }),

  glossary: (filter: { search: string; project: string }, from: number) =>
    ask('glossary', set({ ...filter, from })),
  glossaryOf: (release: ReleaseName) => ask('glossaryChanges', named(release)),
  revertPlan: (release: ReleaseName, terms: readonly string[]) =>
    ask('planRevert', { ...named(release), terms }),
  revert: (
    release: ReleaseName,
    message: { terms: readonly string[]; overwrite: string[]; reason: string },
  ) => ask('revertGlossary', { ...named(release), ...message }),

  search: (q: string) => ask('search', { q }),
};
