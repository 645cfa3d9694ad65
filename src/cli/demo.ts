import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, basename, parse } from 'node:path';
import { createInterface } from 'node:readline';
import { packageRoot } from '../package';
import { newToken } from '../gateway/operator-tokens';
import type { EmbeddedSet } from '../embedded/embedded-set';
import { sentence } from '../domain/text/sentence';
import type { ExportedFile, ReleaseStatus } from '../domain/release/status';
import { Refused, BadRequest } from '../client/errors';
import { ReleaseClient } from '../client/releases/release-client';
import { prepareRelease } from '../client/plans/prepare-release';
import { startRelease } from '../client/releases/start-release';
import type { ContentStore } from '../store/content-store';
import { openStore } from '../store/open-store';
import { getTermList } from '../store/stored-term-sheet';
import { cannotWrite } from '../domain/text/path-fault';
import { command } from './command';
import { follow, exitCodeOf } from './release/follow-release';
import { stageLine, statusText } from './release/status-text';
import { writeStderr, type Terminal } from './terminal/terminal';
import { taskTermTable } from './terms/term-tables';
import { confirmTermsUpdate } from '../protocol/messages';

/** Seconds that a person at a terminal has to confirm before the demo does. */
const PATIENCE_S = 20;
const OUT = 'out';

export const demo = command({
  help: `The exported file is left in ${OUT}/. No file is overwritten.\n\nExample:\n  npm run demo`,
  runAlone: async (terminal) => {
    const { startEmbeddedSet } = await import('../embedded/embedded-set.js');
    const directory = await mkdtemp(join(tmpdir(), 'locrelease-demo-'));
    writeStderr('Starting a Temporal server, a sandbox of both services, a worker and the gateway …');
    try {
      const set = await startEmbeddedSet({
        directory,
        keep: false,
        sandbox: { speed: 2 },
        operator: { name: 'demo', token: newToken() },
        report: writeStderr,
      });
      try {
        process.exitCode = exitCodeOf(await showRelease(set, { directory, terminal }));
      } finally {
        await set.close();
      }
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
    writeStderr(nowTry);
  },
});

const nowTry = `
Everything that was started is stopped. Now try:
  npx locrelease init my-game                 # a release file of your own, with comments
  npx locrelease dev                          # the same servers, until Ctrl-C
  npx locrelease start my-game/release.yaml   # in another terminal`;

async function showRelease(
  set: EmbeddedSet,
  { directory, terminal }: { directory: string; terminal: Terminal },
): Promise<ReleaseStatus> {
  const { client, config } = set;
  writeStderr(
    `  Temporal ${set.temporalAddress} (${set.temporalUiUrl ?? 'no web UI'}), sandbox ${set.sandbox.url}, gateway ${set.gatewayUrl}`,
  );
  writeStderr(`  console: ${set.consoleLink}\n`);
  const releaseClient = new ReleaseClient(client);
  const store = openStore(config.store);
  const examples = join(directory, 'examples');
  await cp(join(packageRoot, 'examples'), examples, { recursive: true });
  const file = join(examples, 'release.yaml');
  const { input } = await prepareRelease(file, { store, config }, 'demo');
  input.spec.export = input.spec.export && { ...input.spec.export, directory: join(directory, OUT) };
  const { id } = await startRelease(client, { input, taskQueue: config.taskQueue, store });
  writeStderr(`Started release ${id}. From here on, Temporal runs it.\n`);

  let reviewed: Promise<void> | null = null;
  const shownStages = new Set<string>();
  const { status: ended } = await follow({
    poll: () => releaseClient.status(id),
    onChange: (seen) => {
      for (const stage of seen.stages) {
        const place = `${stage.name} ${stage.state}`;
        if (stage.state === 'pending' || shownStages.has(place)) continue;
        shownStages.add(place);
        writeStderr(stageLine(stage, Date.now()));
      }
      if (seen.waitingFor?.kind === 'terms') reviewed ??= review(releaseClient, store, seen);
    },
  });
  await (reviewed as Promise<void> | null);
  const files: ExportedFile[] = [];
  for (const file of ended.export?.files ?? [])
    files.push({ ...file, path: await leaveFile(file.path, OUT) });
  const status = { ...ended, export: ended.export && { ...ended.export, files } };
  writeStderr('');
  terminal.data(status, statusText);
  await showResults(set, status);
  return status;
}

async function review(
  releaseClient: ReleaseClient,
  store: ContentStore,
  { id, terms }: ReleaseStatus,
): Promise<void> {
  const list = terms === null ? [] : await getTermList(store, terms.base);
  writeStderr('\nThe term scan found these terms. An operator reviews them:');
  writeStderr(taskTermTable.text(list, { columns: ['term', 'category', 'score', 'translations'] }));
  await enterOrPatience();
  try {
    await releaseClient.executeUpdate(id, confirmTermsUpdate, {
      by: 'demo',
      ...(terms === null ? {} : { digest: terms.digest }),
    });
    writeStderr('Confirmed.\n');
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    writeStderr(`Not confirmed by the demo: ${sentence(error.message)}\n`);
  }
}

async function enterOrPatience(): Promise<void> {
  if (!process.stdin.isTTY) return;
  writeStderr(
    `\nPress Enter to confirm the terms, or use the console. The demo confirms them in ${PATIENCE_S} s.`,
  );
  const input = createInterface({ input: process.stdin });
  await once(input, 'line', { signal: AbortSignal.timeout(PATIENCE_S * 1000) }).catch(() => undefined);
  input.close();
}

async function showResults(
  { sandbox }: EmbeddedSet,
  { export: exported, announcement }: ReleaseStatus,
): Promise<void> {
  const post = sandbox.social.posts().find(({ postId }) => postId === announcement?.postId);
  if (post !== undefined) writeStderr(`\nAnnounced: ${post.text}`);
  for (const { path } of exported?.files ?? []) {
    writeStderr(`\n${path}:`);
    writeStderr((await readFile(path, 'utf8')).split('\n').slice(0, 6).join('\n'));
  }
}

/** Copies a file under a free name, unless a file with the same content is there already. */
export async function leaveFile(from: string, directory: string): Promise<string> {
  const { name, ext } = parse(basename(from));
  try {
    await mkdir(directory, { recursive: true });
    const content = await readFile(from);
    for (let number = 1; ; number += 1) {
      const to = join(directory, `${name}${number === 1 ? '' : `-${number}`}${ext}`);
      const isThere = existsSync(to);
      if (!isThere) await writeFile(to, content, { flag: 'wx' });
      if (!isThere || content.equals(await readFile(to))) return to;
    }
  } catch (error) {
    throw new BadRequest(cannotWrite(join(directory, basename(from)), error), { cause: error });
  }
}
