/** The actions of people on releases, through Temporal. The CLI and the console share it and so behave the same. */
import {
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  type Client,
  type WorkflowHandle,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { UpdateDefinition } from '@temporalio/common';
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Amendment } from '../../domain/release/amendment';
import type { PlannedAnnouncement } from '../../domain/release/announcement';
import { doneSoFar, doneText } from '../../domain/problems/done-so-far';
import { utcForm } from '../../domain/problems/problem';
import { canonicalJson } from '../../domain/text/canonical-json';
import { releaseId, releaseWorkflowId, type ReleaseName } from '../../domain/release/identity';
import { BEING_CANCELLED } from '../../domain/release/release-decisions';
import { endedStates } from '../../domain/release/release-states';
import type { ReleaseStatus, ReleaseView } from '../../domain/release/status';
import { quotable } from '../../domain/text/visible-text';
import { retry } from '../../http/retry';
import { postedText } from '../../social/posted-text';
import type { localizationRelease } from '../../workflows';
import type { CancelledRelease, ReleaseRow } from '../../protocol/console-api';
import type { Message } from '../../protocol/message-schemas';
import * as messages from '../../protocol/messages';
import { TemporalUnreachable, UndecryptablePayload } from '../../temporal/errors';
import { CLOSED, OPEN, listedRuns } from '../../temporal/runs';
import { protoTimeMs } from '../../temporal/payloads/proto-time';
import { isTemporalAway } from '../../temporal/temporal-fault';
import type { ArchivedReleases } from '../records/archived-releases';
import { NoWorker, Refused, ServiceFailed, TermsChanged } from '../errors';
import { parseReleaseName, noRelease } from './release-name';
import { releasesQuery, type ReleasesFilter } from './release-pages';
import { releaseRow } from './release-row';
import { isUnanswered, isWorkedOn, noWorkerText, readReleaseView } from './release-view';
import { reportedStatus } from './run-facts';
import type { ReportUnreadable } from './unreadable-release';

export type Announcement = Omit<PlannedAnnouncement, 'languages' | 'strings'>;

interface OpenRelease {
  row: ReleaseRow;
  status: ReleaseStatus;
}

const QUERY_TIMEOUT_MS = 10_000;
const MOST_AT_ONCE = 200;
/** A person is waiting, so a worker that takes longer counts as absent. */
const RESPONSE_TIMEOUT_MS = 5_000;
/** Most updates complete sooner. Otherwise the client checks for a worker after this time. */
const CHECK_WORKERS_AFTER_MS = 1_000;

/** Updates that change nothing. */
const readings: ReadonlySet<string> = new Set([
  messages.refreshTermsUpdate.name,
  messages.matchTermbaseUpdate.name,
]);

export class ReleaseClient {
  constructor(
    private readonly client: Client,
    /** For releases that Temporal no longer has. */
    private readonly archive: ArchivedReleases | null = null,
  ) {}

  async status(id: string, asking: { answerTimeoutMs?: number } = {}): Promise<ReleaseView> {
    const release = parseReleaseName(id);
    const view =
      (await readReleaseView(this.client, release, asking)) ?? (await this.archive?.view(release)) ?? null;
    if (view !== null) return view;
    const known = await this.newest({}, MOST_AT_ONCE).catch(() => []);
    throw noRelease(
      release,
      known.map((row) => row.id),
    );
  }

  /** Why an amendment cannot be made now, part by part. null: no worker responded. */
  async amendmentFaults(id: string, amendment: Amendment): Promise<string[] | null> {
    const handle = this.handle(parseReleaseName(id));
    try {
      return await this.#ask(() => handle.query(messages.amendmentFaultsQuery, amendment));
    } catch (error) {
      if (isUnanswered(error)) return null;
      throw error;
    }
  }

  async announcement(id: string): Promise<Announcement | null> {
    const release = parseReleaseName(id);
    const handle = this.handle(release);
    try {
      const planned = await this.#ask(() => handle.query(messages.announcementQuery));
      if (planned === null) return null;
      const { text, postId, at, accounts, languages, strings } = planned;
      const filled = text === null ? null : postedText({ release, text, languages, strings });
      return { text: filled, postId, at, accounts };
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) throw noRelease(release);
      if (!isUnanswered(error)) throw error;
      const { taskQueue } = await this.#ask(() => handle.describe());
      throw new NoWorker(noWorkerText(taskQueue), { cause: error });
    }
  }

  /**
   * The newest first. Temporal lists ended runs by their ends: a run that ended before the last one shown started
   * cannot be newer than it.
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

  /** Running releases with the status that they report, the newest first. Unreadable ones go to `report`. */
  async *open(filter: ReleasesFilter, report: ReportUnreadable): AsyncGenerator<OpenRelease> {
    for await (const run of listedRuns(this.client, `${releasesQuery(filter)} AND ${OPEN}`)) {
      const row = releaseRow(run);
      try {
        yield { row, status: reportedStatus(run, row) };
      } catch (error) {
        if (!(error instanceof UndecryptablePayload)) throw error;
        report({ id: row.id, why: error.message });
      }
    }
  }

  /** How many runs there are; a release that was started again has several. */
  async count(filter: ReleasesFilter = {}): Promise<number> {
    return (await this.client.workflow.count(releasesQuery(filter))).count;
  }

  /** Cancels a release. Without a worker the cancellation is recorded for the next one, so that nobody has to wait. */
  async cancel(id: string, message: Message<'cancel'>): Promise<CancelledRelease> {
    const view = await this.status(id, { answerTimeoutMs: RESPONSE_TIMEOUT_MS });
    if (view.state === 'cancelled') return alreadyCancelled(view);
    const workerProblem = workerProblemOf(view);
    if (workerProblem === null)
      return this.#unlessSo(id, isCancelled, alreadyCancelled, () =>
        this.executeUpdate<CancelledRelease, typeof message>(id, messages.cancelUpdate, message),
      );
    await retryThroughOutage(() => this.handle(parseReleaseName(id)).signal(messages.cancelSignal, message));
    return { outcome: 'recorded', done: `${workerProblem} The request is kept, and takes effect then.` };
  }

  pause(id: string, message: Message<'pause'>): Promise<{ outcome: string }> {
    return this.#unlessSo(id, isPaused, outcome('already-paused'), () =>
      this.executeUpdate(id, messages.pauseUpdate, message),
    );
  }

  resume(id: string, message: Message<'resume'>): Promise<{ outcome: string }> {
    return this.#unlessSo(id, isGoingOn, outcome('not-paused'), () =>
      this.executeUpdate(id, messages.resumeUpdate, message),
    );
  }

  confirmTerms(id: string, message: Message<'confirm'>): Promise<{ outcome: string }> {
    return this.#unlessSo(id, areConfirmed, outcome('already-confirmed'), () =>
      this.executeUpdate(id, messages.confirmTermsUpdate, message),
    );
  }

  /** A refusal because the request is already fulfilled counts as success. */
  async #unlessSo<Result>(
    id: string,
    isSo: (view: ReleaseView, refusal: Refused) => boolean,
    result: (view: ReleaseView) => Result,
    send: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const view = await this.status(id);
      if (isSo(view, error)) return result(view);
      throw error;
    }
  }

  handle(release: ReleaseName): WorkflowHandle<typeof localizationRelease> {
    return this.client.workflow.getHandle<typeof localizationRelease>(releaseWorkflowId(release));
  }

  /**
   * Sends an update, and throws a refusal in the release's own words. A second update with the same key returns the
   * first one's result, and does nothing again.
   */
  async executeUpdate<Result, Sent>(
    given: string,
    update: UpdateDefinition<Result, [Sent]>,
    message: Sent,
    key?: string,
  ): Promise<Result> {
    const release = parseReleaseName(given);
    const id = releaseId(release);
    const handle = this.handle(release);
    // Temporal executes an update id once, however often it is sent.
    const updateId = key === undefined ? randomUUID() : idOfRepeated(key, message);
    const options = { args: [quoting(message)] as [Sent], updateId };
    try {
      return await this.#unlessNobodyWorks(id, readings.has(update.name), () =>
        retryThroughOutage(() => handle.executeUpdate<Result, [Sent]>(update, options)),
      );
    } catch (error) {
      if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure) {
        const Refusal = refusals.get(error.cause.type ?? '') ?? Refused;
        throw new Refusal(error.cause.message, { cause: error.cause });
      }
      if (error instanceof WorkflowNotFoundError) throw await this.#noLongerOpen(release, error);
      if (!isTemporalAway(error)) throw error;
      throw new TemporalUnreachable(
        `Temporal no longer answers. It is not known whether your request arrived. Check with "locrelease status ${id}" before you try again.`,
        { cause: error },
      );
    }
  }

  /** An update waits for a worker for ever, so this throws as soon as it is known that there is none. */
  #unlessNobodyWorks<Result>(id: string, isRead: boolean, send: () => Promise<Result>): Promise<Result> {
    const settled = new AbortController();
    const response = this.client.connection.withAbortSignal(settled.signal, send);
    const pause = (ms: number): Promise<void> => delay(ms, undefined, { signal: settled.signal });
    const workerCheck = pause(CHECK_WORKERS_AFTER_MS)
      .then(() => isWorkedOn(this.client, parseReleaseName(id)))
      .then((is) => (is ? pause(QUERY_TIMEOUT_MS - CHECK_WORKERS_AFTER_MS) : undefined))
      .then(() => this.readWorkerProblem(id))
      .catch((error: unknown) => {
        // The update is being retried by then, and its result counts.
        if (isTemporalAway(error)) return null;
        throw error;
      })
      .then((workerProblem) => {
        if (workerProblem === null) return response;
        const after = isRead
          ? 'Then try again.'
          : `Your request may still be carried out when a worker answers. Check with "locrelease status ${id}".`;
        throw new NoWorker(`${workerProblem} ${after}`);
      });
    return Promise.race([response, workerCheck]).finally(() => settled.abort());
  }

  /** Why an update would wait. null: a worker responds. */
  async readWorkerProblem(id: string): Promise<string | null> {
    return workerProblemOf(await this.status(id, { answerTimeoutMs: RESPONSE_TIMEOUT_MS }));
  }

  async #noLongerOpen(release: ReleaseName, cause: Error): Promise<Error> {
    const { id, state, archived } = await this.status(releaseId(release));
    if (!archived) return new Refused(`Release ${id} has already ended: ${state}.`, { cause });
    return new Refused(
      `Release ${id} has ended: ${state}. Temporal has forgotten it, so nothing more can be done with it.`,
    );
  }

  #ask<Result>(question: () => Promise<Result>): Promise<Result> {
    return this.client.connection.withDeadline(Date.now() + QUERY_TIMEOUT_MS, question);
  }
}

function workerProblemOf({ worker, workerProblem }: ReleaseView): string | null {
  return worker === 'present' ? null : workerProblem;
}

const isPaused = ({ paused }: ReleaseView): boolean => paused !== null;

/** For ended releases; a running one returns this itself. */
const areConfirmed = ({ state, decisions }: ReleaseView): boolean =>
  endedStates.has(state) && decisions.some(({ what }) => what === 'confirm terms');

/** A partial release can still continue. */
const isGoingOn = ({ paused, state }: ReleaseView): boolean =>
  paused === null && (state === 'partial' || !endedStates.has(state));

const isCancelled = ({ state }: ReleaseView, { message }: Refused): boolean =>
  state === 'cancelled' || message === BEING_CANCELLED;

const alreadyCancelled = (view: ReleaseView): CancelledRelease => ({
  outcome: 'already-cancelled',
  done: doneText(doneSoFar(view), utcForm),
});

const outcome = (of: string) => () => ({ outcome: of });

/** The id includes the message and its author, so that nobody gets the result of another update. */
function idOfRepeated(key: string, message: unknown): string {
  return createHash('sha256')
    .update(canonicalJson([key, message]))
    .digest('hex');
}

/** Errors of an update that are more than a refusal by the release. */
const refusals = new Map<string, new (reason: string, options: ErrorOptions) => Error>([
  ['TermsChanged', TermsChanged],
  ['NoAnswer', ServiceFailed],
]);

/** Status, story and notices quote reasons and comments, which must stay on one line there. */
function quoting<Sent>(message: Sent): Sent {
  const { reason, comment } = message as { reason?: string; comment?: string };
  return {
    ...message,
    ...(reason !== undefined && { reason: quotable(reason) }),
    ...(comment !== undefined && { comment: quotable(comment) }),
  };
}

/** How long calls are retried while a server restarts or a connection is broken. */
const OUTAGE_MS = 20_000;

/** Retries a call whose response was lost. After the outage limit its outcome is unknown. */
function retryThroughOutage<Result>(send: () => Promise<Result>): Promise<Result> {
  const giveUpAtMs = Date.now() + OUTAGE_MS;
  return retry(send, (error) => (isTemporalAway(error) && Date.now() < giveUpAtMs ? 1_000 : null));
}
