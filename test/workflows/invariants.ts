/** What holds after every whole release, whatever went wrong on its way: all of it was done, and each thing once. */
import { temporal } from '@temporalio/proto';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseIni } from '../support/parse-ini';
import type { ReleaseStatus } from '../../src/domain/release/status';
import type { JournalEntry } from '../../src/sandbox/journal';
import type { Sandbox } from '../../src/sandbox/sandbox';
import type { MadeHistory } from './test-file';

export interface WholeRelease {
  /** Whether a person confirmed the terms. */
  confirmed?: boolean;
  /** Late languages, by the call that added them. */
  supplements?: string[];
  accounts?: string[];
}

export async function expectDoneOnce(
  sandbox: Sandbox,
  status: ReleaseStatus,
  { confirmed = true, supplements = ['ko'], accounts = ['acc_1', 'acc_2'] }: WholeRelease = {},
): Promise<void> {
  expect({ state: status.state, problem: status.problem }).toEqual({ state: 'done', problem: null });
  expect(tasksOf(sandbox, status)).toEqual([status.taskId]);
  expect(effectsOf(sandbox, status, 'POST /tasks/confirm-terms')).toHaveLength(confirmed ? 1 : 0);
  expect(effectsOf(sandbox, status, 'POST /tasks/supplement-translate')).toHaveLength(supplements.length);
  expect(supplementsOf(sandbox, status)).toEqual(supplements);
  expect(effectsOf(sandbox, status, 'POST /tasks/publish')).toHaveLength(1);
  expectNoOverlappingPublishes(sandbox);
  expect(postsOf(sandbox, status)).toEqual([status.announcement?.postId]);
  expect(publicationsOf(sandbox, status)).toEqual(accounts);
  expect(await exportedTexts(status)).toEqual(publishedTexts(sandbox));
}

/** No credential of a worker is in anything that Temporal keeps of a release. */
export function expectNoSecrets(made: readonly MadeHistory[], env: Readonly<Record<string, string>>): void {
  const secrets = Object.entries(env).filter(([name]) => /SECRET|TOKEN|HOOK|KEYS$/.test(name));
  for (const { workflowId, history } of made) {
    const bytes = Buffer.from(temporal.api.history.v1.History.encode(history).finish());
    const found = secrets.filter(([, secret]) => bytes.includes(secret)).map(([name]) => name);
    expect({ workflowId, found }).toEqual({ workflowId, found: [] });
  }
}

/** A publish overwrites what the one before it wrote, so none may begin before that has ended. */
export function expectNoOverlappingPublishes(sandbox: Sandbox): void {
  let underWay: string | null = null;
  for (const { kind, subject, effect, ids } of sandbox.journal.find({ service: 'localization' })) {
    if (subject === 'POST /tasks/publish' && effect !== null) {
      expect({ underWay, started: ids.job_id }).toEqual({ underWay: null, started: ids.job_id });
      underWay = ids.job_id ?? null;
    }
    const ended = kind === 'work' && (subject === 'publish completed' || subject === 'publish failed');
    if (ended && ids.job_id === underWay) underWay = null;
  }
}

/** Requests of a release's task that changed something at the service. */
export function effectsOf(sandbox: Sandbox, { taskId }: ReleaseStatus, subject: string): JournalEntry[] {
  return sandbox.journal
    .find({ kind: 'request', subject })
    .filter(({ effect, ids }) => effect !== null && ids.task_id === taskId);
}

/** Accounts on which a post of the release went live, once for each time. */
export function publicationsOf(sandbox: Sandbox, status: ReleaseStatus): (string | undefined)[] {
  const posts = postsOf(sandbox, status);
  return sandbox.journal
    .find({ kind: 'work', service: 'social' })
    .filter(({ effect, ids }) => effect !== null && posts.includes(ids.postId ?? ''))
    .map(({ ids }) => ids.accountId)
    .sort();
}

/** Posts whose text names the release. */
export function postsOf(sandbox: Sandbox, { name }: ReleaseStatus): string[] {
  return sandbox.social
    .posts()
    .filter(({ text }) => text.includes(name))
    .map(({ postId }) => postId);
}

function tasksOf(sandbox: Sandbox, { id }: ReleaseStatus): (string | undefined)[] {
  const { tasks } = sandbox.localization.project('sandbox');
  return sandbox.journal
    .find({ kind: 'request', subject: 'POST /tasks/create' })
    .filter(({ effect, ids }) => effect !== null && id.endsWith(`/${tasks.get(ids.task_id ?? '')?.name}`))
    .map(({ ids }) => ids.task_id);
}

function supplementsOf(sandbox: Sandbox, { taskId }: ReleaseStatus): (string | null)[] {
  return sandbox.journal
    .find({ kind: 'work', subject: 'supplement completed' })
    .filter(({ ids }) => ids.task_id === taskId)
    .map(({ effect }) => effect);
}

type Texts = Record<string, Record<string, string>>;

/** Texts by language and string id, as the exported files hold them. */
async function exportedTexts({ export: exported }: ReleaseStatus): Promise<Texts> {
  const texts: Texts = {};
  for (const { path, sha256, languages } of exported?.files ?? []) {
    const bytes = await readFile(path);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    const ini = parseIni(bytes.toString('utf8'), { escape: 'no-escape', languages });
    for (const [language, byId] of ini.translations) texts[language] = Object.fromEntries(byId);
  }
  return texts;
}

function publishedTexts(sandbox: Sandbox): Texts {
  const texts: Texts = {};
  for (const { string_id, translations } of sandbox.localization.projectStrings('sandbox').strings) {
    for (const [language, text] of Object.entries(translations)) {
      (texts[language] ??= {})[string_id] = text;
    }
  }
  return texts;
}
