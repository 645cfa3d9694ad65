/** The way from a request to Temporal, each with a bound. */
import type { Client } from '@temporalio/client';
import type { TemporalCalls } from '../temporal-calls';
import type { ArchivedReleases } from '../../client/archived-releases';
import { NoWorker } from '../../client/errors';
import { ReleaseClient } from '../../client/release-client';
import { ScheduleClient } from '../../client/schedule-client';
import { noAnswer, refusalOf } from './api-refusal';

/** Longer than a client gives a release to answer: a silent worker is not a silent Temporal. */
const ASK_TIMEOUT_MS = 15_000;
/** Hundreds of edits go to the service one by one. */
const TELL_TIMEOUT_MS = 300_000;

export class BoundedClients {
  readonly releases: ReleaseClient;
  readonly schedules: ScheduleClient;

  constructor(
    private readonly calls: TemporalCalls,
    readonly archive: ArchivedReleases,
  ) {
    this.releases = new ReleaseClient(calls.client, archive);
    this.schedules = new ScheduleClient(calls.client);
  }

  get temporal(): Client {
    return this.calls.client;
  }

  ask<Answer>(question: (clients: this, client: Client) => Promise<Answer>): Promise<Answer> {
    return this.calls.within(ASK_TIMEOUT_MS, (client) => question(this, client));
  }

  /** What is said is not answered without a worker, so whoever speaks learns first whether one is there. */
  async tell<Answer>(
    id: string,
    say: (releases: ReleaseClient, client: Client) => Promise<Answer>,
  ): Promise<Answer> {
    const workerProblem = await this.ask(({ releases }) => releases.whyNobodyAnswers(id));
    if (workerProblem !== null) throw new NoWorker(workerProblem);
    return this.act(({ releases }, client) => say(releases, client), TELL_TIMEOUT_MS);
  }

  /** What failed on its way back may have been done. */
  async act<Answer>(
    action: (clients: this, client: Client) => Promise<Answer>,
    timeoutMs = ASK_TIMEOUT_MS,
  ): Promise<Answer> {
    try {
      return await this.calls.within(timeoutMs, (client) => action(this, client));
    } catch (error) {
      throw refusalOf(error)?.error === 'temporal-away' ? noAnswer() : error;
    }
  }
}
