/** One whole release in view, on servers of its own, in under a minute. */
import type { Command } from 'commander';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { newToken } from '../gateway/operator-tokens';
import type { EmbeddedSet } from '../embedded/embedded-set';
import { sentence } from '../domain/sentence';
import type { ReleaseStatus } from '../domain/status';
import { Refused } from '../client/errors';
import { ReleaseClient } from '../client/release-client';
import { prepareRelease, startRelease } from '../client/start-release';
import type { ContentStore } from '../store/content-store';
import { openStore } from '../store/open-store';
import { getTermList } from '../store/stored-term-sheet';
import { follow } from './follow-release';
import { exitCodeOf } from './exit-code';
import { statusText, stepText } from './status-text';
import { shown, tell as say } from './terminal';

/** How long a person at a terminal has to confirm before the demo does. */
const PATIENCE_MS = 20_000;

export function defineDemoCommand(command: Command): void {
  command.addHelpText('after', '\nExample:\n  npm run demo').action(async () => {
    const { startEmbeddedSet } = await import('../embedded/embedded-set.js');
    const directory = await mkdtemp(join(tmpdir(), 'locrelease-demo-'));
    say('Starting a Temporal server, a sandbox of both services, a worker and the gateway …');
    const set = await startEmbeddedSet({
      directory,
      keep: false,
      sandbox: { speed: 2 },
      operator: { name: 'demo', token: newToken() },
      report: say,
    });
    try {
      process.exitCode = exitCodeOf(await showRelease(set, directory));
    } finally {
      await set.close();
      await rm(directory, { recursive: true, force: true });
    }
  });
}

async function showRelease(set: EmbeddedSet, directory: string): Promise<ReleaseStatus> {
  const { client, config } = set;
  say(
    `  Temporal ${set.temporalAddress} (${set.temporalUiUrl ?? 'no web UI'}), sandbox ${set.sandbox.url}, gateway ${set.gatewayUrl}`,
  );
  say(`  console: ${set.consoleLink}\n`);
  const releaseClient = new ReleaseClient(client);
  const store = openStore(config.store);
  const file = await exampleFile(directory);
  const input = await prepareRelease(file, { store, config }, 'demo');
  input.spec.export = input.spec.export && { ...input.spec.export, directory: resolve('out') };
  const { id } = await startRelease(client, { input, taskQueue: config.taskQueue, store });
  say(`Started release ${id}. From here on, Temporal runs it.\n`);

  let reviewed: Promise<void> | null = null;
  let line = '';
  const { status } = await follow({
    releaseClient,
    id,
    onChange: (seen) => {
      const now = lineOf(seen);
      if (now !== line) say(now);
      line = now;
      if (seen.waitingFor?.kind === 'terms') reviewed ??= review(releaseClient, store, seen);
    },
  });
  await (reviewed as Promise<void> | null);
  say(`\n${statusText(shown(status))}`);
  await showResults(set, status);
  return status;
}

/** A copy, so that nothing is written into the package. */
async function exampleFile(within: string): Promise<string> {
  const directory = join(within, 'examples');
  await cp(join(__dirname, '..', '..', 'examples'), directory, { recursive: true });
  return join(directory, 'release.yaml');
}

function lineOf({ stage, state, progress }: ReleaseStatus): string {
  return `  ${(stage ?? 'end').padEnd(11)} ${state}  ${stepText(progress)}`.trimEnd();
}

async function review(
  releaseClient: ReleaseClient,
  store: ContentStore,
  { id, terms }: ReleaseStatus,
): Promise<void> {
  const list = terms === null ? [] : await getTermList(store, terms.base);
  say('\nThe term scan found these terms. An operator reviews them:');
  for (const { term, category, score, translations } of shown(list)) {
    const texts = Object.entries(translations).map(([language, text]) => `${language} ${text}`);
    say(`  ${term.padEnd(16)} ${category.padEnd(12)} ${score}/10  ${texts.join('  ')}`);
  }
  await enterOrPatience();
  try {
    await releaseClient.confirm(id, { by: 'demo', ...(terms === null ? {} : { digest: terms.digest }) });
    say('Confirmed.\n');
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say(`Not confirmed by the demo: ${sentence(error.message)}\n`);
  }
}

async function enterOrPatience(): Promise<void> {
  if (!process.stdin.isTTY) return;
  say(
    `\nPress Enter to confirm the terms, or use the console. After ${PATIENCE_MS / 1000} s the demo confirms them.`,
  );
  const input = createInterface({ input: process.stdin });
  const late = new AbortController();
  await Promise.race([once(input, 'line'), delay(PATIENCE_MS, undefined, { signal: late.signal })]);
  late.abort();
  input.close();
}

async function showResults(
  { sandbox }: EmbeddedSet,
  { export: exported, announcement }: ReleaseStatus,
): Promise<void> {
  const post = sandbox.social.posts().find(({ postId }) => postId === announcement?.postId);
  if (post !== undefined) say(`\nAnnounced: ${post.text}`);
  for (const { path } of exported?.files ?? []) {
    say(`\n${path}:`);
    say((await readFile(path, 'utf8')).split('\n').slice(0, 6).join('\n'));
  }
}
