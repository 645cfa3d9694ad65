/** `locrelease service probe` against the sandbox, as it is and as it may be; its recordings, and what answers from them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assumptions } from '../../src/config/assumptions';
import { evaluators, type ProbeRow } from '../../src/probe/report';
import { sandboxEnvironment, type Sandbox } from '../../src/sandbox/sandbox';
import type { SandboxProfileInput } from '../../src/sandbox/profile';
import { readRecording, REPLAY_SECRET, startReplay } from '../../src/sandbox/replay';
import { freePorts } from '../../src/temporal/server/free-ports';
import { cli, type CliRun } from '../support/cli';
import { useScratch } from '../support/scratch';
import { localizationClient, settledTask, startStillSandbox } from './support';
import { toldTexts } from './told-texts';

const scratch = useScratch();
const quick = { LOCRELEASE_MIN_CHECK_INTERVAL: '50ms' };
/** Background work is over before the next look at it. */
const fast: SandboxProfileInput = { speed: 1000 };

/** What this sandbox does otherwise than the usual reading has it; with a knob for it, this list is empty. */
const ownWays: string[] = [];

function probe(sandbox: Sandbox, args: string[] = [], env: Record<string, string> = {}): Promise<CliRun> {
  return cli(['service', 'probe', '-o', 'json', ...args], {
    ...sandboxEnvironment(sandbox),
    ...quick,
    ...env,
  });
}

function rowsOf(run: CliRun): ProbeRow[] {
  return (run.json() as { assumptions: ProbeRow[] }).assumptions;
}

const byVerdict = (rows: ProbeRow[], wanted: string): string[] =>
  rows
    .filter(({ id, verdict }) => verdict.startsWith(wanted) && !ownWays.includes(id))
    .map(({ id, observed }) => `${id}: ${observed?.reading ?? ''}`);

async function spendingProbe(profile: SandboxProfileInput, args: string[] = []): Promise<CliRun> {
  const sandbox = await startStillSandbox({ ...fast, ...profile });
  const [port = 0] = await freePorts(1);
  return probe(sandbox, ['--spend', '--yes', '--listen', String(port), ...args], {
    CALLBACK_BASE_URL: `http://127.0.0.1:${port}`,
  });
}

describe('the looks', () => {
  it('are of all that the catalogue has, but for what only a setting can tell', () => {
    const unseen = assumptions.filter(({ id }) => !(id in evaluators));
    expect(unseen.map(({ id }) => id)).toEqual(['publish-languages', 'term-delete-body', 'draft-request']);
    expect(unseen.filter(({ setting }) => setting === undefined)).toEqual([]);
    expect(Object.keys(evaluators)).toHaveLength(assumptions.length - unseen.length);
  });

  it('name readings of the catalogue', async () => {
    const rows = rowsOf(await spendingProbe({}));
    const strange = rows.filter(({ id, observed }) => {
      const names = assumptions.find((assumption) => assumption.id === id)?.readings;
      const reading = observed?.reading ?? null;
      return reading !== null && names?.includes(reading) !== true;
    });
    expect(strange).toEqual([]);
  });
});

describe('a probe that only reads', () => {
  it('finds that all it sees of the usual sandbox holds, and changes nothing', async () => {
    const sandbox = await startStillSandbox();
    const run = await probe(sandbox);
    expect(run.code).toBe(0);
    expect(byVerdict(rowsOf(run), 'differs')).toEqual([]);
    expect(byVerdict(rowsOf(run), 'holds')).toEqual(
      expect.arrayContaining(['error-carriage: both', 'languages-reply: objects', 'quota-shape: numbers']),
    );
    expect(sandbox.journal.find({ kind: 'request' }).filter(({ effect }) => effect !== null)).toEqual([]);
  });

  it('sees more of a task that is named', async () => {
    const sandbox = await startStillSandbox();
    const task = await settledTask(sandbox, localizationClient(sandbox), { scan_terms: false });
    const holds = byVerdict(rowsOf(await probe(sandbox, ['--task', task])), 'holds');
    expect(holds).toEqual(expect.arrayContaining(['id-type: text', 'scan-none: skipped']));
  });

  it('tells where errors travel as HTTP status alone', async () => {
    const run = await probe(await startStillSandbox({ readings: { 'error-carriage': 'http' } }));
    expect(byVerdict(rowsOf(run), 'differs')).toContain('error-carriage: http');
    expect(run.code).toBe(0);
  });

  it('tells the one row that differs where errors travel in the envelope alone', async () => {
    const sandbox = await startStillSandbox({ readings: { 'error-carriage': 'envelope' } });
    const run = await probe(sandbox);
    expect(byVerdict(rowsOf(run), 'differs')).toEqual(['error-carriage: envelope']);
    expect(run.code).toBe(0);
  });

  it('draws a table for people, with settings that were forced', async () => {
    const sandbox = await startStillSandbox();
    const config = await scratch.write('config.yaml', 'assumptions: { publish-jobs: unlisted }\n');
    const task = await settledTask(sandbox, localizationClient(sandbox), { scan_terms: false });
    await localizationClient(sandbox).publishTask({ task_id: task });
    const run = await cli(['service', 'probe', '--task', task], {
      ...sandboxEnvironment(sandbox),
      LOCRELEASE_CONFIG: config,
    });
    expect(run.stdout).toMatch(/^error-carriage +both +both +holds$/m);
    expect(run.stdout).toMatch(/^publish-jobs, whether .* Seen: a publish job among the jobs\.$/m);
    expect(run.stdout).toMatch(/^publish-jobs +unlisted +listed +differs, set publish-jobs: listed/m);
    expect(run.code).toBe(3);
  });

  it('leaves out a service that is not configured, and needs one of them', async () => {
    const sandbox = await startStillSandbox();
    const half = Object.fromEntries(
      Object.entries(sandboxEnvironment(sandbox)).filter(([name]) => name.startsWith('LOCALIZATION_')),
    );
    const run = await cli(['service', 'probe', '-o', 'json'], half);
    expect(run.code).toBe(0);
    expect(run.json()).toMatchObject({ services: { localization: true, social: false } });
    expect(run.stdout).toContain('SOCIAL_BASE_URL is not set');
    expect((await cli(['service', 'probe'], {})).code).toBe(2);
  });

  it('exits with 8 where a service answers nothing usable', async () => {
    const sandbox = await startStillSandbox();
    const run = await probe(sandbox, [], { LOCALIZATION_APP_SECRET: 'not-the-secret' });
    expect(run.code).toBe(8);
    expect(run.stdout).not.toContain('not-the-secret');
  });
});

describe('a probe that may spend', () => {
  it('asks first, and creates nothing without an answer', async () => {
    const sandbox = await startStillSandbox(fast);
    const run = await probe(sandbox, ['--spend']);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('the service charges for it');
    expect(run.stderr).toContain('--spend needs a terminal to ask on, or --yes.');
    expect(sandbox.journal.find({ subject: 'POST /tasks/create' })).toEqual([]);
  });

  it('pays for one task, deletes and announces nothing, and finds that all holds', async () => {
    const sandbox = await startStillSandbox(fast);
    const run = await probe(sandbox, ['--spend', '--yes']);
    expect(run.code).toBe(0);
    expect(byVerdict(rowsOf(run), 'differs')).toEqual([]);
    expect(byVerdict(rowsOf(run), 'holds')).toEqual(
      expect.arrayContaining(['client-task-id: same-task', 'publish-jobs: listed', 'ini-layout: language']),
    );
    const changes = sandbox.journal
      .find({ kind: 'request' })
      .filter(({ effect }) => effect !== null)
      .map(({ subject }) => subject);
    expect(changes.filter((subject) => !subject.includes('download'))).toEqual([
      'POST /tasks/create',
      'POST /tasks/publish',
      'POST /export/ini',
      'POST /export/ini',
    ]);
  });

  it.each<[SandboxProfileInput, string]>([
    [{ readings: { 'ini-layout': 'string' } }, 'ini-layout: string'],
    [
      { readings: { 'callback-signature': 'timestamp-in-payload' } },
      'callback-signature: timestamp-in-payload',
    ],
    [{ readings: { 'callback-signature': 'none' } }, 'callback-signature: none'],
  ])('tells the one row that differs with %j', async (profile, row) => {
    const run = await spendingProbe(profile);
    expect(byVerdict(rowsOf(run), 'differs')).toEqual([row]);
    expect(run.code).toBe(0);
  });
});

describe('a recording', () => {
  const filesIn = (directory: string): string =>
    readdirSync(directory)
      .map((name) => readFileSync(join(directory, name), 'utf8'))
      .map(
        (text) =>
          text +
          text.replace(/"base64": "([^"]*)"/g, (_all, base64: string) =>
            Buffer.from(base64, 'base64').toString(),
          ),
      )
      .join('\n');

  it('holds no secret, no token, no id and no content, and gives the same report when it is replayed', async () => {
    const sandbox = await startStillSandbox(fast);
    const client = localizationClient(sandbox);
    const task = await settledTask(sandbox, client, { auto_apply_terms: false });
    await client.uploadTerms({
      terms: [{ content: 'Dragon Sword', source_language: 'en', translations: { ja: 'Morgana' } }],
    });
    sandbox.clock.advance(60_000);
    const directory = scratch.path('recording');
    const [port = 0] = await freePorts(1);
    const args = ['--spend', '--yes', '--task', task, '--listen', String(port)];
    const callbacks = { CALLBACK_BASE_URL: `http://127.0.0.1:${port}` };
    const recorded = await probe(sandbox, [...args, '--record', directory], callbacks);
    expect(byVerdict(rowsOf(recorded), 'holds')).toContain('callback-signature: timestamp-header');
    const text = filesIn(directory);
    const told = [...toldTexts(sandbox), 'Dragon Sword', 'Morgana'];
    expect(told.filter((word) => text.includes(word))).toEqual([]);
    expect(text).toContain('"status": "completed"');

    const replay = await startReplay(readRecording(directory));
    const env = { LOCALIZATION_BASE_URL: replay.url, SOCIAL_BASE_URL: replay.url };
    const replayed = await probe(sandbox, args, {
      ...env,
      ...callbacks,
      LOCALIZATION_APP_SECRET: REPLAY_SECRET,
    });
    await replay.close();
    expect(rowsOf(replayed)).toEqual(rowsOf(recorded));
    expect(replayed.code).toBe(recorded.code);
  });

  it('keeps contents where that is asked for, and still no secret', async () => {
    const sandbox = await startStillSandbox();
    const directory = scratch.path('with-content');
    await probe(sandbox, ['--record', directory, '--with-content']);
    const text = filesIn(directory);
    expect(text).toContain('Our game now speaks more languages.');
    expect(text).not.toContain('sandbox-app-secret');
    expect(text).not.toContain('sandbox_it_token');
  });

  it('does not mix with another', async () => {
    const sandbox = await startStillSandbox();
    const directory = scratch.path('twice');
    await probe(sandbox, ['--record', directory]);
    const run = await probe(sandbox, ['--record', directory]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('is not empty. Name a new directory.');
  });

  it('must be one to be replayed', async () => {
    const run = await cli(['sandbox', '--replay', scratch.path('nowhere')]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('--replay: Cannot read');
  });

  it('answers what was not recorded with a refusal that names it', async () => {
    const sandbox = await startStillSandbox();
    const replay = await startReplay([]);
    const run = await probe(sandbox, [], { LOCALIZATION_BASE_URL: replay.url, SOCIAL_BASE_URL: replay.url });
    await replay.close();
    expect(run.code).toBe(8);
    expect(run.stdout).toContain('GET /export-templates: 501 GET /export-templates was not recorded');
    expect(run.stdout).toContain('GET /workspace: not_recorded GET /workspace was not recorded');
  });
});
