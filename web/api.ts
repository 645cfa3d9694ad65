/** The gateway's API, as the page uses it. */
import { glossaryOfPath } from '../src/domain/console-paths';
import type { Amendment } from '../src/domain/amendment';
import type { ResolveAction } from '../src/domain/stages';
import type {
  Draft,
  PlannedAmendment,
  PlannedDraft,
  ReleaseFileText,
  StartedDraft,
} from '../src/protocol/draft-api';
import type {
  CancelledRelease,
  EditTerms,
  Inbox,
  KeepTermbase,
  MarkTerms,
  NoticeRoutes,
  PastReleases,
  ReleasesPage,
  ReleaseDetails,
  ScheduleCalendar,
  Schedules,
  Session,
  Story,
  StringsPage,
  TermsAnswer,
  TermsPage,
} from '../src/protocol/console-api';
import type { Accounts, RetriedReleases, RetryPlan } from '../src/protocol/accounts-api';
import type {
  GlossaryDetails,
  GlossaryPage,
  RevertedGlossary,
  RevertPlan,
} from '../src/protocol/glossary-api';
import type { Found } from '../src/protocol/search-api';
import type { InsightsAnswer } from '../src/protocol/insights-api';
import { words } from './messages/words';
import { Refusal, refusalOf } from './refusal';
import { session, signedIn, signInWanted } from './session';

export interface ReleaseName {
  project: string;
  name: string;
}

/** No answer came: whether it was done is not known. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

const READ_TIMEOUT_MS = 30_000;
const WRITE_TIMEOUT_MS = 120_000;

type Method = 'GET' | 'POST' | 'DELETE';

/** `key`: however often it is sent under the same one, it is done once. */
async function call<Answer>(method: Method, path: string, body?: unknown, key?: string): Promise<Answer> {
  const sent = session.value?.csrfToken;
  try {
    return await request<Answer>(method, path, body, key);
  } catch (error) {
    // Another window of this browser may have signed in since: then the token is another one too.
    if (!(error instanceof Refusal) || error.status !== 403 || method === 'GET') throw error;
    session.value = await request<Session>('GET', '/api/session');
    if (session.value.csrfToken === sent) throw error;
    return request<Answer>(method, path, body, key);
  }
}

async function request<Answer>(method: Method, path: string, body?: unknown, key?: string): Promise<Answer> {
  const response = await send(method, path, body, key);
  if (response.status === 204) return undefined as Answer;
  const answer: unknown = await response.json().catch(() => null);
  // The gateway makes its answers from the same schemas as these types.
  if (response.ok) return answer as Answer;
  const refusal = refusalOf(response.status, answer);
  // Of somebody who has not signed in yet there is nothing to complain about.
  if (response.status === 401)
    signInWanted.value = { message: refusal.code === 'unsigned' ? '' : refusal.message };
  throw refusal;
}

async function send(method: Method, path: string, body: unknown, key?: string): Promise<Response> {
  // Plain where it reads: only then do browsers take the answer that they were told to ask for ahead.
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (method !== 'GET' && session.value !== null) headers['x-csrf-token'] = session.value.csrfToken;
  if (key !== undefined) headers['idempotency-key'] = key;
  try {
    return await fetch(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS),
    });
  } catch (error) {
    throw new Unreachable(words.common.gatewaySilent, { cause: error });
  }
}

const at = ({ project, name }: ReleaseName): string =>
  `/api/releases/${encodeURIComponent(project)}/${encodeURIComponent(name)}`;

const glossaryAt = (release: ReleaseName): string => `/api${glossaryOfPath(release)}`;

/** Only what is set. */
function query(values: Record<string, string | number | null>): string {
  const set = Object.entries(values).filter(([, value]) => value !== null && value !== '');
  return new URLSearchParams(set.map(([key, value]) => [key, String(value)])).toString();
}

export interface ReleaseFilter {
  state: string;
  project: string;
  search: string;
}

export interface StringFilter {
  language: string;
  search: string;
  change: string;
}

export const api = {
  session: () => call<Session>('GET', '/api/session'),
  async signIn(token: string): Promise<void> {
    signedIn(await request<Session>('POST', '/api/session', { token }));
  },
  signOut: () => call<undefined>('DELETE', '/api/session'),

  inbox: () => call<Inbox>('GET', '/api/inbox'),
  notices: () => call<NoticeRoutes>('GET', '/api/notices'),
  releases: (filter: ReleaseFilter, page: { cursor: string | null; limit: number }) =>
    call<ReleasesPage>('GET', `/api/releases?${query({ ...filter, ...page })}`),

  release: (release: ReleaseName) => call<ReleaseDetails>('GET', at(release)),
  story: (release: ReleaseName) => call<Story>('GET', `${at(release)}/story`),
  past: (release: ReleaseName) => call<PastReleases>('GET', `${at(release)}/past`),
  strings: (release: ReleaseName, wanted: StringFilter, page: { offset: number; limit: number }) =>
    call<StringsPage>('GET', `${at(release)}/strings?${query({ ...wanted, ...page })}`),
  filesAddress: (release: ReleaseName) => `${at(release)}/files`,
  fileAddress: (release: ReleaseName, sha256: string) => `${at(release)}/files/${sha256}`,
  resolve: (release: ReleaseName, action: ResolveAction, reason: string) =>
    call<{ outcome: string }>('POST', `${at(release)}/resolve`, { action, reason }),
  pause: (release: ReleaseName, reason: string) =>
    call<{ outcome: string }>('POST', `${at(release)}/pause`, { reason }),
  resume: (release: ReleaseName, reason: string) =>
    call<{ outcome: string }>('POST', `${at(release)}/resume`, reason === '' ? {} : { reason }),
  amend: (release: ReleaseName, amendment: Amendment, reason: string) =>
    call<{ changed: string }>('POST', `${at(release)}/amend`, { amendment, reason }),
  planAmendment: (release: ReleaseName, file: { text: string; before: string }) =>
    call<PlannedAmendment>('POST', `${at(release)}/amend-file/plan`, file),
  amendByFile: (release: ReleaseName, file: { text: string; before: string }, reason: string) =>
    call<{ changed: string }>('POST', `${at(release)}/amend-file`, { ...file, reason }),
  cancel: (release: ReleaseName, reason: string) =>
    call<CancelledRelease>('POST', `${at(release)}/cancel`, { reason }),

  releaseFile: (release: ReleaseName) => call<ReleaseFileText>('GET', `${at(release)}/release-file`),
  planDraft: (draft: Draft) => call<PlannedDraft>('POST', '/api/drafts/plan', draft),
  startDraft: (draft: Draft, digest: string) =>
    call<StartedDraft>('POST', '/api/drafts/start', { ...draft, digest }),

  terms: (release: ReleaseName, page: { offset: number; limit: number }) =>
    call<TermsPage>('GET', `${at(release)}/terms?${query(page)}`),
  refreshTerms: (release: ReleaseName) => call<TermsAnswer>('POST', `${at(release)}/terms/refresh`),
  compareTerms: (release: ReleaseName) => call<TermsAnswer>('POST', `${at(release)}/terms/compare`),
  editTerms: (release: ReleaseName, edit: EditTerms, key: string) =>
    call<TermsAnswer>('POST', `${at(release)}/terms/edit`, edit, key),
  keepTermbase: (release: ReleaseName, kept: KeepTermbase, key: string) =>
    call<TermsAnswer>('POST', `${at(release)}/terms/keep-termbase`, kept, key),
  markTerms: (release: ReleaseName, mark: MarkTerms, key: string) =>
    call<TermsAnswer>('POST', `${at(release)}/terms/mark`, mark, key),
  confirmTerms: (release: ReleaseName, said: { digest: string; comment?: string; matches?: string }) =>
    call<{ outcome: string }>('POST', `${at(release)}/terms/confirm`, said),
  rejectTerms: (release: ReleaseName, reason: string) =>
    call<{ outcome: string }>('POST', `${at(release)}/terms/reject`, { reason }),

  insights: (filter: { project: string; weeks: number }) =>
    call<InsightsAnswer>('GET', `/api/insights?${query(filter)}`),
  calendar: (month: string) => call<ScheduleCalendar>('GET', `/api/schedules/calendar?${query({ month })}`),
  schedules: () => call<Schedules>('GET', '/api/schedules'),
  /** A schedule's id is `<project>/<name>`. */
  scheduleAction: (id: string, action: 'pause' | 'resume' | 'trigger', reason: string) =>
    call<{ outcome: string }>(
      'POST',
      `/api/schedules/${id.split('/').map(encodeURIComponent).join('/')}/${action}`,
      reason === '' ? {} : { reason },
    ),

  /** `fresh`: as the service has them now. */
  accounts: (fresh: boolean) => call<Accounts>('GET', `/api/accounts${fresh ? '?fresh=true' : ''}`),
  retryPlan: (cause: string) => call<RetryPlan>('GET', `/api/accounts/retry?${query({ cause })}`),
  retryReleases: (cause: string, releases: readonly string[], reason: string) =>
    call<RetriedReleases>('POST', '/api/accounts/retry', { cause, releases, reason }),

  glossary: (search: string, from: number) =>
    call<GlossaryPage>('GET', `/api/glossary?${query({ search, from })}`),
  glossaryOf: (release: ReleaseName) => call<GlossaryDetails>('GET', glossaryAt(release)),
  revertPlan: (release: ReleaseName, terms: readonly string[]) =>
    call<RevertPlan>('POST', `${glossaryAt(release)}/revert/plan`, { terms }),
  revert: (release: ReleaseName, asked: { terms: readonly string[]; overwrite: string[]; reason: string }) =>
    call<RevertedGlossary>('POST', `${glossaryAt(release)}/revert`, asked),

  search: (q: string) => call<Found>('GET', `/api/search?${query({ q })}`),
};
