/**
 * `locrelease service probe` against services that answer in their own way: it reports the rows in which they do, and no
 * others. What it cannot see it says nothing of; a reading that is not theirs would be worse.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assumptions } from '../../src/config/assumptions';
import { Secret } from '../../src/http/secret';
import { ServiceError } from '../../src/http/service-error';
import { evaluators, type ProbeRow } from '../../src/probe/report';
import { sandboxEnvironment, type Sandbox } from '../../src/sandbox/sandbox';
import { upsertTerm } from '../../src/sandbox/localization/project-state';
import type { SandboxProfileInput } from '../../src/sandbox/profile';
import {
  assumptionIds,
  readingsById,
  usualReadings,
  type AssumptionId,
  type Readings,
} from '../../src/sandbox/readings/catalogue';
import { drawReadings } from '../support/draw-readings';
import { readRecording, REPLAY_SECRET, startReplay } from '../../src/sandbox/replay';
import { SocialClient } from '../../src/social/social-client';
import { freePorts } from '../../src/temporal/server/free-ports';
import { cli, type CliRun } from '../support/cli';
import { useScratch } from '../support/scratch';
import { localizationClient, newTask, project, startStillSandbox } from './support';
import { toldTexts } from './told-texts';
import { drawn } from '../support/nightly';

type Stranger = Partial<Readings>;

const scratch = useScratch();
/** Its code shows how a file spells languages. */
const LANGUAGE = 'zh-cn';
/** Longer than each piece of work takes. */
const WHILE_MS = 10_000;
const [preparedPost, publishedPost] = ['post_1', 'post_2'];
const texts = {
  term: 'Obsidian Key',
  translation: '黒曜石の鍵',
  draft: 'Coming soon to a phone near you.',
  announced: 'Out now in more languages.',
  column: 'context',
};

const profile = {
  projects: [
    {
      ...project,
      templates: [
        { id: 'tpl-1a2b3c4d', name: 'game-ini', is_default: true, mode: 'single', fields: [texts.column] },
      ],
    },
  ],
  workspace: {
    id: 'ws_sandbox',
    name: 'Sandbox Games',
    credentials: [{ token: 'sandbox_it_token' }],
    accounts: [
      { id: 'acc_1', platform: 'x', handle: '@sandboxgames' },
      { id: 'acc_2', platform: 'threads', handle: '@sandboxgames', status: 'expiring' },
    ],
    drafts: [
      { id: preparedPost, text: texts.draft, accountIds: ['acc_1'] },
      { id: publishedPost, text: texts.announced, accountIds: ['acc_1'] },
    ],
  },
  // The first supplement, so that a job of each outcome can be seen.
  faults: [{ on: 'work supplement', do: 'fail' }],
} satisfies SandboxProfileInput;

/** Names that this service has for fields of the create call, as its operator would set them. */
const theirNames = { strings: 'items', client_task_id: 'external_id' };
const isRenamed = (readings: Stranger): boolean => readings['create-request-fields'] === 'renamed';

interface Bench {
  sandbox: Sandbox;
  task: string;
}

/** With something of everything that a probe looks at: terms, a task with jobs of each outcome, a published post. */
async function prepared(readings: Stranger): Promise<Bench> {
  const sandbox = await startStillSandbox({ ...profile, readings });
  const client = localizationClient(sandbox, { createFieldNames: isRenamed(readings) ? theirNames : {} });
  const social = new SocialClient({ baseUrl: sandbox.url, accessToken: new Secret('sandbox_it_token') });
  const then = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    const result = await call().catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === 429) return call();
      throw error;
    });
    sandbox.clock.advance(WHILE_MS);
    return result;
  };
  const term = { content: texts.term, source_language: 'en', translations: { ja: texts.translation } };
  upsertTerm(sandbox.localization.project(project.id), term, sandbox.clock.iso());
  const { data } = await then(() => client.createTask(newTask({ scan_terms: false })));
  const { task_id } = data;
  await then(() => client.publishTask({ task_id }));
  await then(() => social.publishPost(publishedPost, {}, 'key-1'));
  await then(() => client.supplementTranslate({ task_id, target_languages: ['ko'] }));
  await client.supplementTranslate({ task_id, target_languages: ['it'] });
  await social.close();
  return { sandbox, task: task_id };
}

interface ProbeOptions {
  spends: boolean;
  /** What the operator has set. */
  isConfigured?: boolean;
  record?: string;
  /** Answers in place of the sandbox. */
  replay?: string;
}

async function probe({ sandbox, task }: Bench, options: ProbeOptions): Promise<CliRun> {
  const { spends, isConfigured = false, record, replay } = options;
  const [port = 0] = await freePorts(1);
  const args = [
    ...['--task', task, '--post', publishedPost],
    ...(spends ? ['--spend', '--yes', '--language', LANGUAGE, '--listen', String(port)] : []),
    ...(record === undefined ? [] : ['--record', record]),
  ];
  const names = JSON.stringify({ assumptions: { 'create-request-fields': theirNames } });
  const env = {
    ...sandboxEnvironment(sandbox),
    LOCRELEASE_MIN_CHECK_INTERVAL: '50ms',
    CALLBACK_BASE_URL: `http://127.0.0.1:${port}`,
    ...(isConfigured ? { LOCRELEASE_CONFIG: await scratch.write('config.yaml', names) } : {}),
    ...(replay === undefined
      ? {}
      : { LOCALIZATION_BASE_URL: replay, SOCIAL_BASE_URL: replay, LOCALIZATION_APP_SECRET: REPLAY_SECRET }),
  };
  const stop = letTimePass(sandbox);
  try {
    return await cli(['service', 'probe', '-o', 'json', ...args], env);
  } finally {
    stop();
  }
}

/**
 * A second for each look of the probe at its own task, so that it sees every stage however slow the machine is. Until
 * it has made one, what was prepared stays as it is.
 */
function letTimePass({ clock, journal }: Sandbox): () => void {
  const since = journal.find().at(-1)?.seq ?? 0;
  let looks = 0;
  const timer = setInterval(() => {
    const isCreated = journal.find({ subject: 'POST /tasks/create' }, since).length > 0;
    const heard = journal.find({ kind: 'request' }, since).length;
    if (isCreated && heard > looks) clock.advance(1000);
    looks = heard;
  }, 1);
  return () => clearInterval(timer);
}

const rowsOf = (run: CliRun): ProbeRow[] => (run.json() as { assumptions: ProbeRow[] }).assumptions;

const differing = (rows: readonly ProbeRow[]): string[] =>
  rows
    .filter(({ verdict }) => verdict.startsWith('differs'))
    .map(({ id, observed }) => `${id}: ${String(observed?.reading)}`);

/** Readings that are not those of the service. */
function wrong(rows: readonly ProbeRow[], readings: Stranger): string[] {
  const theirs: Readonly<Record<string, string>> = { ...usualReadings, ...readings };
  return rows
    .filter(({ id, observed }) => id in theirs && (observed?.reading ?? null) !== null)
    .filter(({ id, observed }) => observed?.reading !== theirs[id])
    .map(({ id, observed }) => `${id}: ${String(observed?.reading)} for ${String(theirs[id])}`);
}

/** Why a reading cannot be seen; undefined where it can. */
function hiddenBy(id: AssumptionId, readings: Readings): string | undefined {
  const { [id]: reading } = readings;
  switch (id) {
    case 'supplement-jobs':
      return 'a supplement that is not listed shows nowhere';
    case 'exported-languages':
      return 'the language of the probe has a text';
    case 'ini-language-codes':
    case 'ini-field-columns':
      return readings['ini-layout'] === 'flat' ? 'the file names neither' : undefined;
    case 'callback-signature':
      return readings['callback-events'] === 'narrow' ? 'no callback comes' : undefined;
    case 'job-words':
      return reading === 'TIMED_OUT' && readings['supplement-jobs'] !== 'listed'
        ? 'the job that failed is not listed'
        : undefined;
    default:
      return undefined;
  }
}

/** What a probe that spends shows of a stranger. */
function visible(drawn: Stranger): string[] {
  const readings = { ...usualReadings, ...drawn };
  return assumptions
    .filter(({ id }) => id in evaluators)
    .map(({ id }) => id as AssumptionId)
    .filter((id) => assumptionIds.includes(id) && readings[id] !== usualReadings[id])
    .filter((id) => hiddenBy(id, readings) === undefined)
    .map((id) => `${id}: ${readings[id]}`);
}

const each = assumptions.flatMap(({ id }) => {
  const [, ...others] = Object.entries(readingsById).find(([own]) => own === id)?.[1] ?? [];
  return id in evaluators ? others.map((reading) => ({ id, reading })) : [];
});

it('leaves hidden what a probe cannot see, and nothing else', () => {
  const hidden = each.filter(
    ({ id, reading }) => hiddenBy(id as AssumptionId, { ...usualReadings, [id]: reading }) !== undefined,
  );
  expect(hidden.map(({ id, reading }) => `${id}: ${reading}`)).toEqual([
    'supplement-jobs: unlisted',
    'supplement-jobs: unlisted-late',
    'exported-languages: some-left-out',
  ]);
});

it('reports nothing of the usual service', async () => {
  const rows = rowsOf(await probe(await prepared({}), { spends: true }));
  expect(differing(rows)).toEqual([]);
  expect(wrong(rows, {})).toEqual([]);
  const unseen = rows.filter(
    ({ id, verdict }) => verdict === 'not seen' && each.some((row) => row.id === id),
  );
  expect(unseen.map(({ id }) => id)).toEqual(['exported-languages', 'rate-limit', 'prepared-post-status']);
});

it('names no wrong reading of a service that shows little', async () => {
  const found: string[] = [];
  for (const { id, reading } of each) {
    const sandbox = await startStillSandbox({ readings: { [id]: reading } });
    const rows = rowsOf(await cli(['service', 'probe', '-o', 'json'], sandboxEnvironment(sandbox)));
    found.push(...wrong(rows, { [id]: reading }));
    expect(visible({ [id]: reading })).toEqual(expect.arrayContaining(differing(rows)));
  }
  expect(found).toEqual([]);
});

/** Together they differ in every point that a probe can see. */
describe.each(drawn(['246', '331', '2'], 2, 2))('a stranger, drawn by %s', (seed) => {
  const drawn = drawReadings(seed);
  const options = { spends: true, isConfigured: isRenamed(drawn) };

  it('shows in the rows that it differs in, and in no other', async () => {
    const rows = rowsOf(await probe(await prepared(drawn), options));
    expect(differing(rows)).toEqual(visible(drawn).filter((row) => !isSet(row)));
    expect(wrong(rows, drawn)).toEqual([]);
  });

  it('gives the same report from its recording, which tells nothing that it said', async () => {
    const bench = await prepared(drawn);
    const directory = scratch.path('recording');
    const recorded = await probe(bench, { ...options, record: directory });
    const text = textIn(directory);
    expect(text).toContain('"endpoint": "GET /download"');
    expect(told(bench).filter((word) => text.includes(word))).toEqual([]);

    const replay = await startReplay(readRecording(directory));
    const replayed = await probe(bench, { ...options, replay: replay.url });
    await replay.close();
    expect(rowsOf(replayed)).toEqual(rowsOf(recorded));
    expect(replayed.code).toBe(recorded.code);
  });
});

/** What the operator has set holds. */
function isSet(row: string): boolean {
  return row.startsWith('create-request-fields');
}

/** Every text that the sandbox was given or made. */
function told({ sandbox, task }: Bench): string[] {
  const strings = newTask().strings ?? [];
  return [
    ...toldTexts(sandbox),
    ...strings.flatMap(({ string_id, content }) => [string_id, content]),
    ...[task, ...Object.values(texts)],
  ];
}

function textIn(directory: string): string {
  const files = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'));
  const inis = files.flatMap((text) => [...text.matchAll(/"base64": "([^"]*)"/g)].map(([, ini = '']) => ini));
  const decoded = inis.flatMap((ini) => {
    const bytes = Buffer.from(ini, 'base64');
    return ['utf-8', 'utf-16le', 'utf-16be'].map((encoding) => new TextDecoder(encoding).decode(bytes));
  });
  return [...files, ...decoded].join('\n');
}
