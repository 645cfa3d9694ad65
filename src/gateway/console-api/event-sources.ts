/** What a page that is open wants to hear of: the list of releases, and one release. */
import type { Client } from '@temporalio/client';
import { createHash } from 'node:crypto';
import { endedStates } from '../../domain/release-states';
import type { ReleaseStatus } from '../../domain/status';
import { releaseRow } from '../../client/release-row';
import { listedPage } from '../../temporal/runs';
import { OPEN_RELEASE, WAITING_RELEASE } from '../../client/release-queries';
import type { TemporalAccess } from '../../operations/operation';
import type { PollResult } from './shared-poll';

const LIST_PAUSE_MS = 2_000;
const RELEASE_PAUSE_MS = 1_000;
/** A release that has ended hardly ever has anything new to say. */
const ENDED_PAUSE_MS = 15_000;

/** Changes of the open ones beyond these are not noticed; that another one waits always is. */
const MOST_OPEN = 1000;

export async function pollReleaseList({ client }: TemporalAccess): Promise<PollResult> {
  const { count: waiting } = await client.workflow.count(WAITING_RELEASE);
  const seen = JSON.stringify([waiting, await howMany(client), await openOnes(client)]);
  return {
    key: createHash('sha256').update(seen).digest('base64url'),
    data: JSON.stringify({ waiting }),
    pauseMs: LIST_PAUSE_MS,
  };
}

/** Grows with every start; one that ends is missing among the open ones. */
async function howMany(client: Client): Promise<number> {
  return (await client.workflow.count(`WorkflowType = 'localizationRelease'`)).count;
}

async function openOnes(client: Client): Promise<unknown[]> {
  return (await listedPage(client, OPEN_RELEASE, { pageSize: MOST_OPEN })).runs.map(releaseRow);
}

export async function pollRelease({ releases }: TemporalAccess, id: string): Promise<PollResult> {
  const status = await releases.status(id);
  const data = JSON.stringify(status);
  return { key: data, data, pauseMs: isOver(status) ? ENDED_PAUSE_MS : RELEASE_PAUSE_MS };
}

/** A partial release stays open for whoever wants to announce it again. */
function isOver({ state, waitingFor }: ReleaseStatus): boolean {
  return endedStates.has(state) && waitingFor === null;
}
