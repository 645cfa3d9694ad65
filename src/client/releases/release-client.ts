/** What people do with releases, through Temporal: one place for the CLI and the console, so that both do the same. */
import {
  ServiceError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  QueryRejectedError,
  type Client,
  type WorkflowHandle,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { UpdateDefinition } from '@temporalio/common';
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Amendment } from '../../domain/release/amendment';
import type { PlannedAnnouncement } from '../../domain/release/announcement';
import { canonicalJson } from '../../domain/text/canonical-json';
import { releaseId, releaseWorkflowId, type ReleaseName } from '../../domain/release/identity';
import type { ReleaseStatus, ReleaseView } from '../../domain/release/status';
import { quotable } from '../../domain/text/visible-text';
import { retry } from '../../http/retry';
import { postedText } from '../../social/posted-text';
import type { localizationRelease } from '../../workflows';
import type { CancelledRelease, ReleaseRow } from '../../protocol/console-api';
import type { Message } from '../../protocol/message-schemas';
import * as messages from '../../protocol/messages';
import { TemporalUnreachable, UndecryptablePayload } from '../../temporal/errors';
import { CLOSED, OPEN } from '../../temporal/open-executions';
import { protoTimeMs } from '../../temporal/payloads/proto-time';
import { listedRuns } from '../../temporal/runs';
import { isTemporalAway } from '../../temporal/temporal-fault';
import type { ArchivedReleases } from '../records/archived-releases';
import { NoWorker, Refused, ServiceFailed, TermsChanged } from '../errors';
import { named, noRelease } from './release-name';
import { releasesQuery, type ReleasesFilter } from './release-pages';
import { releaseRow } from './release-row';
import { isWorkedOn, noWorkerText, readReleaseView } from './release-view';
import { saidBy } from './run-facts';
import type { TellUnreadable } from './unreadable-release';

/** What the world will be told, as it stands now: with its placeholders filled. */
export type Announcement = Omit<PlannedAnnouncement, 'languages' | 'strings'>;

interface OpenRelease {
  row: ReleaseRow;
  status: ReleaseStatus;
}

const QUERY_TIMEOUT_MS = 10_000;
/** Of a list, in one answer. */
const MOST_AT_ONCE = 200;
/** Who asks is there, and waits: a worker that takes longer than this is as good as none. */
const ANSWER_TIMEOUT_MS = 5_000;
/** Most answers come before; where none does, it is soon known whether anybody is there. */
const LOOK_FOR_WORKERS_AFTER_MS = 1_000;

/** What only reads, though a release is told to do it. */
const readings: ReadonlySet<string> = new Set([
  messages.refreshTermsUpdate.name,
  messages.matchTermbaseUpdate.name,
]);

export class ReleaseClient {
  constructor(
    private readonly client: Client,
    /** For what Temporal has forgotten. */
    private readonly archive: ArchivedReleases | null = null,
  ) {}

  async status(id: string, asking: { answerTimeoutMs?: number } = {}): Promise<ReleaseView> {
    const release = named(id);
    const view =
      (await readReleaseView(this.client, release, asking)) ?? (await this.archive?.view(release)) ?? null;
    if (view !== null) return view;
    const known = await this.newest({}, MOST_AT_ONCE).catch(() => []);
    throw noRelease(
      release,
      known.map((row) => row.id),
    );
  }

  /** Why an amendment could not be taken now, part by part; null: nobody is there who could tell. */
  async amendmentFaults(id: string, amendment: Amendment): Promise<string[] | null> {
    try {
      return await this.#ask(() => this.handle(named(id)).query(messages.amendmentFaultsQuery, amendment));
    } catch (error) {
      if (error instanceof QueryRejectedError || error instanceof ServiceError) return null;
      throw error;
    }
  }

  /** null where the release announces nothing. */
  async announcement(id: string): Promise<Announcement | null> {
    const release = named(id);
    const handle = this.handle(release);
    try {
      const planned = await this.#ask(() => handle.query(messages.announcementQuery));
      if (planned === null) return null;
      const { text, postId, at, accounts, languages, strings } = planned;
      const filled = text === null ? null : postedText({ release, text, languages, strings });
      return { text: filled, postId, at, accounts };
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) throw noRelease(release);
      throw await this.#silence(handle, error);
    }
  }

  /**
   * The newest first. Temporal lists those that have ended by their ends: none that ended before the last one shown began
   * can be newer than it.
   */
  async newest(filter: ReleasesFilter, limit: number): Promise<ReleaseRow[]> {
    const found = new Map<string, ReleaseRow>();
    const keep = (row: ReleaseRow): unknown =>
      (found.get(row.id)?.startedAt ?? '') < row.startedAt && found.set(row.id, row);
    const newestFirst = (): ReleaseRow[] =>
      [...found.values()].sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1)).slice(0, limit);
    const query = releasesQuery(filter);
    const pageSize = Math.min(limit + 1, MOST_AT_ONCE);
    for await (const run of listedRuns(this.client, `${query} AND ${OPEN}`, pageSize)) {
      if (found.size >= limit) break;
      keep(releaseRow(run));
    }
    for await (const run of listedRuns(this.client, `${query} AND ${CLOSED}`, pageSize)) {
      const last = found.size < limit ? undefined : newestFirst()[limit - 1];
      if (last !== undefined && protoTimeMs(run.raw.closeTime) < Date.parse(last.startedAt)) break;
      keep(releaseRow(run));
    }
    return newestFirst();
  }

  /** Those that have not ended, the newest first, as they say of themselves; of what cannot be read it is told. */
  async *open(filter: ReleasesFilter, tell: TellUnreadable): AsyncGenerator<OpenRelease> {
    for await (const run of listedRuns(this.client, `${releasesQuery(filter)} AND ${OPEN}`)) {
      const row = releaseRow(run);
      try {
        yield { row, status: saidBy(run, row) };
      } catch (error) {
        if (!(error instanceof UndecryptablePayload)) throw error;
        tell({ id: row.id, why: error.message });
      }
    }
  }

  /** How many runs there are; a release that was started again has several. */
  async count(filter: ReleasesFilter = {}): Promise<number> {
    return (await this.client.workflow.count(releasesQuery(filter))).count;
  }

  /** Nobody should have to wait for a worker to stop a release: where none answers, it is recorded for the next one. */
  async cancel(id: string, message: Message<'cancel'>): Promise<CancelledRelease> {
    const workerProblem = await this.whyNobodyAnswers(id);
    if (workerProblem === null) return this.tell(id, messages.cancelUpdate, message);
    await retryThroughOutage(() => this.handle(named(id)).signal(messages.cancelSignal, message));
    return { outcome: 'recorded', done: `${workerProblem} The request is kept, and takes effect then.` };
  }

  handle(release: ReleaseName): WorkflowHandle<typeof localizationRelease> {
    return this.client.workflow.getHandle<typeof localizationRelease>(releaseWorkflowId(release));
  }

  /**
   * Sends an update; a refusal comes back as the release's own words. What is said again with the same key is answered as
   * it was the first time, and not done again.
   */
  async tell<Answer, Said>(
    given: string,
    update: UpdateDefinition<Answer, [Said]>,
    message: Said,
    key?: string,
  ): Promise<Answer> {
    const release = named(given);
    const id = releaseId(release);
    const handle = this.handle(release);
    // Under one id it is done once, however often it is sent.
    const updateId = key === undefined ? randomUUID() : idOfRepeated(key, message);
    const options = { args: [quoting(message)] as [Said], updateId };
    try {
      return await this.#unlessNobodyWorks(id, { isRead: readings.has(update.name) }, () =>
        retryThroughOutage(() => handle.executeUpdate<Answer, [Said]>(update, options)),
      );
    } catch (error) {
      if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure) {
        const { type, message: reason } = error.cause;
        const Refusal = refusals.get(type ?? '') ?? Refused;
        throw new Refusal(reason, { cause: error.cause });
      }
      if (error instanceof WorkflowNotFoundError) throw await this.#noLongerOpen(release, error);
      if (isTemporalAway(error)) throw noResponseText(id, error);
      throw error;
    }
  }

  /** What is told to a release waits for a worker for ever; whoever said it should hear that there is none. */
  #unlessNobodyWorks<Answer>(
    id: string,
    { isRead }: { isRead: boolean },
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    const settled = new AbortController();
    const answer = this.client.connection.withAbortSignal(settled.signal, send);
    const pause = (ms: number): Promise<void> => delay(ms, undefined, { signal: settled.signal });
    const looked = pause(LOOK_FOR_WORKERS_AFTER_MS)
      .then(() => isWorkedOn(this.client, named(id)))
      .then((is) => (is ? pause(QUERY_TIMEOUT_MS - LOOK_FOR_WORKERS_AFTER_MS) : undefined))
      .then(() => this.whyNobodyAnswers(id))
      .catch((error: unknown) => {
        // Then what is said is being repeated, and that tells in the end.
        if (isTemporalAway(error)) return null;
        throw error;
      })
      .then((workerProblem) => {
        if (workerProblem === null) return answer;
        const after = isRead
          ? 'Then try again.'
          : `Your request may still be carried out when a worker answers. Check with "locrelease status ${id}".`;
        throw new NoWorker(`${workerProblem} ${after}`);
      });
    return Promise.race([answer, looked]).finally(() => settled.abort());
  }

  /** Why what is said would wait; null: a worker answers. */
  async whyNobodyAnswers(id: string): Promise<string | null> {
    const { worker, workerProblem } = await this.status(id, { answerTimeoutMs: ANSWER_TIMEOUT_MS });
    return worker === 'present' ? null : workerProblem;
  }

  async #noLongerOpen(release: ReleaseName, cause: Error): Promise<Error> {
    const { state, archived } = await this.status(releaseId(release));
    if (archived)
      return new Refused(
        `Release ${releaseId(release)} has ended: ${state}. Temporal has forgotten it, so nothing more can be done with it.`,
      );
    return new Refused(`Release ${releaseId(release)} has already ended: ${state}.`, { cause });
  }

  #ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    return this.client.connection.withDeadline(Date.now() + QUERY_TIMEOUT_MS, question);
  }

  /** Why a question was not answered. */
  async #silence(handle: WorkflowHandle<typeof localizationRelease>, cause: unknown): Promise<unknown> {
    if (!(cause instanceof QueryRejectedError) && !(cause instanceof ServiceError)) return cause;
    const { taskQueue } = await this.#ask(() => handle.describe());
    return new NoWorker(noWorkerText(taskQueue), { cause });
  }
}

/** By what is said as well: nobody gets the answer to something else, or to somebody else. */
function idOfRepeated(key: string, message: unknown): string {
  return createHash('sha256')
    .update(canonicalJson([key, message]))
    .digest('hex');
}

/** What a release answers an update with, where it is more than a refusal of its own. */
const refusals = new Map<string, new (reason: string, options: ErrorOptions) => Error>([
  ['TermsChanged', TermsChanged],
  ['NoAnswer', ServiceFailed],
]);

/** What people give as their reason is quoted in status, story and notices: it stays on one line there. */
function quoting<Said>(message: Said): Said {
  const { reason, comment } = message as { reason?: unknown; comment?: unknown };
  return {
    ...message,
    ...(typeof reason === 'string' && { reason: quotable(reason) }),
    ...(typeof comment === 'string' && { comment: quotable(comment) }),
  };
}

/** Of a server that is restarted, or a connection that broke. */
const OUTAGE_MS = 20_000;

/** An answer that was lost is asked for again; after that nobody knows. */
function retryThroughOutage<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  const giveUpAtMs = Date.now() + OUTAGE_MS;
  return retry(send, (error) => (isTemporalAway(error) && Date.now() < giveUpAtMs ? 1_000 : null));
}

function noResponseText(id: string, cause: Error): TemporalUnreachable {
  return new TemporalUnreachable(
    `Temporal no longer answers. It is not known whether your request arrived. Check with "locrelease status ${id}" before you try again.`,
    { cause },
  );
}
