/** What must hold after chaos, read from the sandbox's journal, the histories, the archive and the notices that people got. */
import type { Client } from '@temporalio/client';
import { openArchive } from '../../src/client/records/archived-releases';
import { verifyRecords } from '../../src/client/records/verify-records';
import { callbackSignal } from '../../src/protocol/messages';
import type { ReleaseStatus } from '../../src/domain/release/status';
import { openStore } from '../../src/store/open-store';
import { forgeryIn, type NoticeReceiver } from '../../test/support/notice-receiver';
import { releaseWorkflowId } from '../../src/domain/release/identity';
import { stepIndexOf } from '../../src/domain/release/stages';
import type { JournalEntry } from '../../src/sandbox/journal';
import type { Sandbox } from '../../src/sandbox/sandbox';
import type { Watcher } from './watcher';
import type { Surroundings } from './surroundings';

export interface Check {
  name: string;
  violations: string[];
}

export async function verdict(
  { client, sandbox, receiver, storeDirectory }: Surroundings,
  { ended, retried, stalled }: Watcher,
): Promise<Check[]> {
  const releases = [...ended.values()];
  const notices = noticesOf(receiver);
  return [
    { name: 'every release is done', violations: notDone(releases) },
    { name: 'one task for each release', violations: tasks(sandbox, releases) },
    {
      name: 'terms confirmed once for each task',
      violations: repeated(sandbox, releases, 'POST /tasks/confirm-terms'),
    },
    { name: 'one post per account and release', violations: posts(sandbox, releases) },
    { name: 'no overlapping publishes in a project', violations: overlaps(sandbox) },
    { name: 'no acknowledged callback lost', violations: await lostCallbacks(client, sandbox, releases) },
    {
      name: 'one record in the archive for each release',
      violations: await records(storeDirectory, releases),
    },
    { name: 'every notice is genuine', violations: receiver.requests.flatMap((it) => forgeryIn(it) ?? []) },
    {
      name: 'people got a notice of every end, once',
      violations: releases
        .map(({ id }) => ({ id, count: notices(id, ['release.done']) }))
        .filter(({ count }) => count !== 1)
        .map(({ id, count }) => `${id}: ${count} times`),
    },
    {
      name: 'people got a notice of every release that was parked',
      violations: [...retried].filter((id) => notices(id, ['release.parked', 'release.partial']) === 0),
    },
    {
      name: 'people got a notice of every call that was repeated for long',
      violations: [...stalled].filter((id) => notices(id, ['release.stalled']) === 0),
    },
  ];
}

/** How many different notices of some events came for a release. */
function noticesOf(receiver: NoticeReceiver): (release: string, events: readonly string[]) => number {
  const byId = new Map(receiver.notices.map((notice) => [notice.id, notice]));
  return (release, events) =>
    [...byId.values()].filter((notice) => notice.release === release && events.includes(notice.event)).length;
}

async function records(storeDirectory: string, releases: readonly ReleaseStatus[]): Promise<string[]> {
  const place = { kind: 'directory', directory: storeDirectory } as const;
  const archive = openArchive({ store: place, verifyKeys: [] });
  const store = openStore(place);
  const wrong: string[] = [];
  for (const release of releases) {
    const entries = await archive.entries(release);
    if (entries.length !== 1) wrong.push(`${release.id}: ${entries.length} records`);
    else {
      const { records: kept } = await verifyRecords({ archive, store }, release, { demandSignature: false });
      wrong.push(...kept.flatMap(({ faults }) => faults).map((fault) => `${release.id}: ${fault}`));
    }
  }
  return wrong;
}

function notDone(releases: readonly ReleaseStatus[]): string[] {
  return releases
    .filter(({ state }) => state !== 'done')
    .map(({ id, state, problem }) => `${id} is ${state}: ${problem?.message ?? ''}`);
}

function tasks(sandbox: Sandbox, releases: readonly ReleaseStatus[]): string[] {
  const namesIn = (project: string) =>
    [...sandbox.localization.project(project).tasks.values()].map(({ name }) => name);
  return releases
    .map(({ id, project, name }) => ({ id, count: namesIn(project).filter((task) => task === name).length }))
    .filter(({ count }) => count !== 1)
    .map(({ id, count }) => `${id} has ${count} tasks`);
}

function repeated(sandbox: Sandbox, releases: readonly ReleaseStatus[], subject: string): string[] {
  const byTask = effects(sandbox, subject).map(({ ids }) => ids.task_id);
  return releases
    .map(({ id, taskId }) => ({ id, count: byTask.filter((task) => task === taskId).length }))
    .filter(({ count }) => count !== 1)
    .map(({ id, count }) => `${id}: ${count} times`);
}

function posts(sandbox: Sandbox, releases: readonly ReleaseStatus[]): string[] {
  const textOf = new Map(sandbox.social.posts().map(({ postId, text }) => [postId, text]));
  const live = sandbox.journal
    .find({ kind: 'work', service: 'social' })
    .filter(({ effect }) => effect !== null)
    .map(({ ids }) => `${ids.accountId ?? ''} ${textOf.get(ids.postId ?? '') ?? ''}`);
  return releases.flatMap(({ id, name }) => {
    const ofRelease = live.filter((post) => post.endsWith(` ${name} is out.`)).sort();
    const right = ofRelease.length === 2 && new Set(ofRelease).size === 2;
    return right ? [] : [`${id}: ${ofRelease.length} publications`];
  });
}

function overlaps(sandbox: Sandbox): string[] {
  const underWay = new Map<string | null, string>();
  const found: string[] = [];
  for (const { kind, subject, effect, ids, owner } of sandbox.journal.find({ service: 'localization' })) {
    if (subject === 'POST /tasks/publish' && effect !== null) {
      if (underWay.has(owner))
        found.push(`${owner ?? ''}: ${ids.job_id ?? ''} began during ${underWay.get(owner) ?? ''}`);
      underWay.set(owner, ids.job_id ?? '');
    }
    const ended = kind === 'work' && /^publish (completed|failed)$/.test(subject);
    if (ended && underWay.get(owner) === ids.job_id) underWay.delete(owner);
  }
  return found;
}

/**
 * A callback that got a 2xx while its release was open must be in that release's history. Not progress, which the next reading
 * of the task shows too: of what a gateway holds, the last is passed on.
 */
async function lostCallbacks(
  client: Client,
  sandbox: Sandbox,
  releases: readonly ReleaseStatus[],
): Promise<string[]> {
  const acknowledged = sandbox.journal
    .find({ kind: 'callback' })
    .filter(({ answered, subject }) => answered && stepIndexOf(subject) === null);
  const lost: string[] = [];
  for (const release of releases) {
    const history = await client.workflow.getHandle(releaseWorkflowId(release)).fetchHistory();
    const events = JSON.stringify(
      history.events
        ?.filter(
          (event) => event.workflowExecutionSignaledEventAttributes?.signalName === callbackSignal.name,
        )
        .map((event) =>
          Buffer.from(
            event.workflowExecutionSignaledEventAttributes?.input?.payloads?.[0]?.data ?? [],
          ).toString(),
        ),
    );
    const endedAt =
      release.stages
        .map(({ endedAt: at }) => at ?? '')
        .sort()
        .at(-1) ?? '';
    for (const { at, ids } of acknowledged) {
      const wanted = ids.task_id === release.taskId && at < endedAt;
      if (wanted && !events.includes(ids.delivery_id ?? ''))
        lost.push(`${release.id}: ${ids.delivery_id ?? ''}`);
    }
  }
  return lost;
}

function effects(sandbox: Sandbox, subject: string): JournalEntry[] {
  return sandbox.journal.find({ kind: 'request', subject }).filter(({ effect }) => effect !== null);
}
