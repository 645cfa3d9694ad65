import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import type { ReleasePlan } from '../../src/protocol/draft-api';
import { sandboxEnvironment, type Sandbox } from '../../src/sandbox/sandbox';
import { Archive } from '../../src/store/archive';
import { ContentStore } from '../../src/store/content-store';
import { DirectoryStorage } from '../../src/store/directory-storage';
import { ManifestArchive } from '../../src/store/manifest-archive';
import { putSnapshot } from '../../src/store/source-snapshot';
import { freePorts } from '../../src/temporal/server/free-ports';
import { cli, type CliRun } from '../support/cli';
import { publishedByHand } from '../support/social-sandbox';
import { endedInput, manifestBody, publishedBody } from '../support/manifest';
import { useScratch } from '../support/scratch';
import { startStillSandbox } from './support';

describe('locrelease plan', () => {
  const scratch = useScratch();
  let sandbox: Sandbox;
  let nowhere = '';
  beforeAll(async () => {
    const [port = 0] = await freePorts(1);
    nowhere = `127.0.0.1:${port}`;
  });
  beforeEach(async () => {
    sandbox = await startStillSandbox();
    await scratch.write('config.yaml', '{}');
    await scratch.write('strings/en.json', '{"a": "Start the game", "b": "Quit"}');
  });

  const release = {
    name: 'game-2.4.0',
    source: { file: 'strings/en.json' },
    targetLanguages: ['zh-cn', 'ja'],
    supplementLanguages: ['ko'],
    terms: { deadline: '3 days', reminders: ['1 day'] },
    export: { template: 'game-ini' },
    announce: { accounts: ['acc_1'], platforms: ['threads'], text: '{name} speaks {languages}.' },
  };

  const env = (): Record<string, string> => ({
    ...sandboxEnvironment(sandbox),
    LOCRELEASE_STORE: scratch.path('store'),
    LOCRELEASE_CONFIG: scratch.path('config.yaml'),
    TEMPORAL_ADDRESS: nowhere,
  });
  async function plan(change: object = {}, ...options: string[]): Promise<CliRun> {
    const file = await scratch.write('release.yaml', stringify({ ...release, ...change }));
    return cli(['plan', file, ...options], env());
  }

  it('tells what the release would do, and writes nothing', async () => {
    const { code, json } = await plan({}, '-o', 'json');
    expect(code).toBe(0);
    const planned = json() as ReleasePlan;
    expect(planned).toMatchObject({
      id: 'default/game-2.4.0',
      ready: true,
      findings: [],
      warnings: [],
      source: { strings: 2, words: 4 },
      languages: { target: ['zh-cn', 'ja'], supplement: ['ko'] },
      review: { deadlineMs: 259_200_000, remindersMs: [86_400_000], onDeadline: 'reject' },
      export: { templateId: 'tpl-1a2b3c4d', templateName: 'game-ini', directory: scratch.path('out') },
      announcement: {
        text: 'game-2.4.0 speaks Chinese (China), Japanese and Korean.',
        characters: 55,
        accounts: [
          { id: 'acc_1', platform: 'x', handle: '@sandboxgames', status: 'active' },
          { id: 'acc_2', platform: 'threads', handle: '@sandboxgames', status: 'active' },
        ],
        quota: { used: 0, limit: 1000, left: 1000 },
      },
    });
    expect(planned.stages.every(({ wanted }) => wanted)).toBe(true);

    const entries = sandbox.journal.find();
    expect(entries.map(({ subject }) => subject).sort()).toEqual([
      'GET /accounts',
      'GET /export-templates',
      'GET /languages',
      'GET /terms',
      'GET /workspace',
    ]);
    expect(entries.filter(({ effect }) => effect !== null)).toEqual([]);
    expect(existsSync(scratch.path('store'))).toBe(false);
  });

  it('reads as a page for a person', async () => {
    const { stdout } = await plan({ publish: false, announce: undefined });
    expect(stdout).toContain('2 strings, 4 words');
    expect(stdout).toContain('zh-cn, ja; supplement: ko  (6 rows)');
    expect(stdout).toMatch(
      /confirm .*waits for an operator, at most 3 d, reminders after 1 d; at the deadline: reject/,
    );
    expect(stdout).toMatch(/publish +skipped/);
    expect(stdout).toContain('Nothing was changed. default/game-2.4.0 is ready to start.');
  });

  it('shows calls and endpoints to whoever asks for them', async () => {
    const { stdout } = await plan();
    expect(stdout).toMatch(/create +creates the task$/m);
    expect(stdout).not.toMatch(/POST|GET|calls/);
    const { stdout: withCalls } = await plan({}, '--calls');
    expect(withCalls).toMatch(/create +GET \/languages, .*POST \/tasks\/create \(5 calls\)$/m);
    expect(withCalls).toMatch(/calls +\d+ to [\d,]+ calls in all, if no call fails/);
  });

  it('refuses a language that the service does not list, unless that is allowed', async () => {
    const typo = { targetLanguages: ['zh-cn', 'jp'] };
    const { code, stdout } = await plan(typo);
    expect(code).toBe(2);
    expect(stdout).toMatch(
      /release\.yaml:6: targetLanguages\[1\]: The localization service does not list the language jp\. Did you mean ja\?/,
    );
    expect((await plan(typo, '--allow-unlisted')).code).toBe(0);
    const start = ['start', scratch.path('release.yaml'), '--dry-run'];
    expect((await cli(start, env())).code).toBe(2);
    expect((await cli([...start, '--allow-unlisted'], env())).code).toBe(0);
  });

  it('names the minimums, who waived one, and until when', async () => {
    const waiver = { language: 'ja', minimum: 80, by: 'olga', reason: 'late' };
    const exported = { template: 'game-ini', minimumComplete: { ja: 95, 'zh-cn': 100 } };
    const { stdout, code } = await plan({
      export: { ...exported, waivers: [{ ...waiver, until: '2999-12-31' }] },
    });
    expect(code).toBe(0);
    expect(stdout).toContain('minimum     ja 95 % of the strings; 80 % until 2999-12-31, waived by olga');
    expect(stdout).toContain('zh-cn 100 % of the strings');
    const ended = await plan({ export: { ...exported, waivers: [{ ...waiver, until: '2026-01-31' }] } });
    expect(ended.code).toBe(2);
    expect(ended.stdout).toMatch(
      /release\.yaml:\d+: export\.waivers\[0\]\.until: The waiver .* ended on 2026-01-31/,
    );
  });

  it('writes a summary and annotations in a GitHub workflow', async () => {
    const summary = await scratch.write('summary', '');
    const github = { ...env(), GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
    const file = await scratch.write(
      'release.yaml',
      stringify({
        ...release,
        targetLanguages: ['zh-cn', 'jp'],
        announce: { accounts: ['acc_1'], text: 'x'.repeat(400) },
      }),
    );
    const { code, stdout, stderr } = await cli(['plan', file, '-o', 'json'], github);
    expect(code).toBe(2);
    expect(() => JSON.parse(stdout) as unknown).not.toThrow();
    expect(stderr).toContain(
      `::error file=${file},line=6::targetLanguages[1]: The localization service does not list the language jp. Did you mean ja?`,
    );
    expect(stderr).toMatch(/^::warning::.*400 characters, and x takes 280/m);
    const text = await readFile(summary, 'utf8');
    expect(text).toContain('### default/game-2.4.0: not ready');
    expect(text).toContain('- Error: The localization service does not list the language jp.');
    expect(text).toContain('| 2 | 4 | zh-cn, jp, ko | unknown |');

    await scratch.write('release.yaml', stringify({ ...release, nmae: 'x' }));
    expect((await cli(['start', file], github)).stderr).toMatch(
      /^::error file=.*release\.yaml,line=\d+::nmae: is not a known key/m,
    );
    expect((await cli(['plan', file], env())).stderr).not.toContain('::error');
  });

  it('names everything that stands in the way, and exits with 2', async () => {
    const { code, json } = await plan(
      {
        targetLanguages: ['xx'],
        export: { template: 'table-csv' },
        announce: { accounts: ['acc_3', 'acc_9'], platforms: ['tiktok'], text: 'Out now' },
      },
      '-o',
      'json',
    );
    expect(code).toBe(2);
    const { ready, findings, warnings } = json() as ReleasePlan;
    expect(ready).toBe(false);
    expect(warnings).toEqual([]);
    expect(findings).toEqual([
      expect.stringContaining('does not list the language xx'),
      expect.stringContaining('table-csv has the format csv'),
      expect.stringContaining('no account acc_9'),
      expect.stringContaining('can publish on tiktok'),
      expect.stringContaining('acc_3 (@sandboxgames) has expired'),
    ]);
  });

  it('warns of what is doubtful in the source, and stops at it where the release is strict', async () => {
    await scratch.write('strings/en.json', '{"title": "Notes",\n"version": 2, "menu": ""}');
    const place = scratch.path('strings/en.json');
    const doubts = [
      `${place}:2: leaves out 1 string with a number, a flag or a list instead of a text: version`,
      `${place}:2: leaves out 1 string without a text: menu`,
    ];
    const warned = await plan({}, '-o', 'json');
    expect(warned.code).toBe(0);
    expect(warned.json()).toMatchObject({ ready: true, findings: [], warnings: doubts });
    const stopped = await plan({ preflight: 'strict' }, '-o', 'json');
    expect(stopped).toMatchObject({ code: 2, stdout: '' });
    for (const doubt of doubts) expect(stopped.stderr).toContain(doubt);
  });

  it('shows a prepared post with its text and accounts', async () => {
    const { code, json } = await plan({ announce: { postId: 'post_1' } }, '-o', 'json');
    expect(code).toBe(0);
    expect((json() as ReleasePlan).announcement).toMatchObject({
      text: 'Our game now speaks more languages.',
      postId: 'post_1',
      accounts: [{ id: 'acc_1' }, { id: 'acc_2' }],
    });
  });

  it.each([
    [
      { accounts: ['acc_2'] },
      'accounts',
      'Post post_1 is prepared for acc_1, acc_2, and goes to these accounts',
    ],
    [{ platforms: ['x'] }, 'platforms', 'Name the same ones or none, or change the post in the application'],
  ])('refuses a prepared post with other accounts: %j', async (named, key, words) => {
    const { code, stdout } = await plan({ announce: { ...named, postId: 'post_1' } });
    expect(code).toBe(2);
    expect(stdout).toMatch(new RegExp(`release\\.yaml:\\d+: announce\\.${key}: `));
    expect(stdout).toContain(words);
    expect((await plan({ announce: { accounts: ['acc_2', 'acc_1'], postId: 'post_1' } })).code).toBe(0);
  });

  it('refuses a prepared post that is published already', async () => {
    await publishedByHand(sandbox.url, 'post_1');
    const { code, stdout } = await plan({ announce: { postId: 'post_1' } });
    expect(code).toBe(2);
    expect(stdout).toMatch(/release\.yaml:\d+: announce\.postId: Post post_1 is published already\./);
  });

  it('reports a file of strings that is not there by the line that names it', async () => {
    const { code, stderr } = await plan({ source: { file: 'strings/nope.json' } });
    expect(code).toBe(2);
    expect(stderr).toMatch(/release\.yaml:\d+: source\.file: .*strings\/nope\.json does not exist\n/);
  });

  it('finds that a prepared post is not there', async () => {
    const { code, stdout } = await plan({ announce: { postId: 'post_9' } });
    expect(code).toBe(2);
    expect(stdout).toContain('There is no post post_9');
  });

  it('says of a bad file where it is bad, before it asks any service', async () => {
    const { code, stdout, stderr } = await plan({ targetLanguage: ['ja'] });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(
      /release\.yaml:\d+: targetLanguage: is not a known key \(did you mean targetLanguages\?\)/,
    );
    expect(sandbox.journal.find()).toEqual([]);
  });

  it('exits with 8 where the service refuses the credentials, without telling them', async () => {
    const file = await scratch.write('release.yaml', stringify(release));
    const wrong = { ...env(), LOCALIZATION_APP_SECRET: 'not-the-secret' };
    const { code, stderr } = await cli(['plan', file], wrong);
    expect(code).toBe(8);
    expect(stderr).toContain('GET /languages');
    expect(stderr).not.toContain('not-the-secret');
  });

  it('refuses an address with a password, without telling it', async () => {
    const source = { url: 'https://ann:hunter2@files.example/strings.xlsx' };
    const { code, stdout, stderr } = await plan({ source });
    expect(code).toBe(2);
    expect(stderr).toContain('source.url: must not contain a user name or password');
    expect(stdout + stderr).not.toContain('hunter2');
  });

  it('hides the query of an address, which may be a signature', async () => {
    const source = { url: 'https://files.example/strings.xlsx?signature=abc' };
    const { stdout } = await plan({ source }, '-o', 'json');
    expect((JSON.parse(stdout) as ReleasePlan).source).toEqual({
      from: 'https://files.example/strings.xlsx',
      strings: null,
      words: null,
    });
  });

  describe('without answers of a service', () => {
    const place = () => ({
      LOCRELEASE_STORE: scratch.path('store'),
      LOCRELEASE_CONFIG: scratch.path('config.yaml'),
      TEMPORAL_ADDRESS: '127.0.0.1:1',
    });

    it('names the variable that is missing, and exits with 2', async () => {
      const file = await scratch.write('release.yaml', stringify(release));
      const { code, stdout, stderr } = await cli(['plan', file], place());
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('LOCALIZATION_BASE_URL is not set');
    });

    it('exits with 8 where the service does not answer', async () => {
      const file = await scratch.write('release.yaml', stringify(release));
      const away = { ...env(), ...place(), LOCALIZATION_BASE_URL: 'http://127.0.0.1:1' };
      const { code, stderr } = await cli(['plan', file], away);
      expect(code).toBe(8);
      expect(stderr).toContain('cannot connect (ECONNREFUSED)');
    });

    it('checks what it can in a dry run, and says what it did not', async () => {
      const file = await scratch.write('release.yaml', stringify(release));
      const { code, stdout } = await cli(['start', file, '--dry-run'], place());
      expect(code).toBe(0);
      expect(stdout).toContain('Note: The localization service was not checked before the start');
      expect(stdout).toContain('is ready to start');
    });
  });

  it('counts the calls of each stage, and of all', async () => {
    const planned = (await plan({}, '-o', 'json')).json() as ReleasePlan;
    const countOf = (stage: string) => planned.stages.find(({ name }) => name === stage)?.callCount;
    expect(countOf('create')).toEqual({ atLeast: 5, atMost: 5 });
    expect(countOf('export')).toEqual({ atLeast: 1, atMost: 5 });
    const translate = countOf('translate');
    expect(translate?.atLeast).toBe(0);
    expect(translate?.atMost).toBeGreaterThan(100);
    expect(translate?.atMost).toBeLessThan(500);
    expect(planned.calls.atMost).toBe(
      planned.stages.reduce((sum, { callCount }) => sum + callCount.atMost, 0),
    );
  });

  it('warns of a text that is too long for a platform, and shows how long it may be', async () => {
    const announce = { accounts: ['acc_1'], platforms: ['threads'], text: 'x'.repeat(400) };
    const planned = (await plan({ announce }, '-o', 'json')).json() as ReleasePlan;
    expect(planned.announcement?.accounts).toMatchObject([
      { platform: 'x', length: 400, most: 280 },
      { platform: 'threads', length: 400, most: 500 },
    ]);
    expect(planned.warnings).toEqual([expect.stringContaining('400 characters, and x takes 280')]);
    const { stdout, code } = await plan({ announce, preflight: 'strict' });
    expect(stdout).toContain('400 of 280 characters: too long');
    expect(code).toBe(2);
  });

  describe('with prices', () => {
    beforeEach(() =>
      scratch.write('config.yaml', 'prices: { currency: EUR, perWord: 0.1, byLanguage: { ja: 0.25 } }'),
    );

    it('tells the cost of each language and of all', async () => {
      const planned = (await plan({}, '-o', 'json')).json() as ReleasePlan;
      expect(planned.estimate).toEqual({
        words: 12,
        currency: 'EUR',
        cost: 1.8,
        languages: [
          { language: 'zh-cn', words: 4, cost: 0.4 },
          { language: 'ja', words: 4, cost: 1 },
          { language: 'ko', words: 4, cost: 0.4 },
        ],
        wordsCountedBy: 'locrelease',
      });
      expect((await plan({})).stdout).toMatch(/in all +12 words +1\.80 EUR/);
    });

    it('stops at a budget with exit code 3, and saves no plan', async () => {
      const { code, stdout, stderr } = await plan(
        { budget: { cost: 1.79 } },
        '--save',
        scratch.path('p.json'),
      );
      expect(code).toBe(3);
      expect(stdout).toContain('over its budget: 1.80 EUR, and budget.cost is 1.79 EUR');
      expect(stderr).toContain('Not saved');
      expect(existsSync(scratch.path('p.json'))).toBe(false);
      expect((await plan({ budget: { cost: 1.8, words: 12 } })).code).toBe(0);
    });
  });

  describe('with a release before it', () => {
    beforeEach(async () => {
      const storage = new DirectoryStorage(scratch.path('store'));
      const store = new ContentStore(storage);
      const before = [
        { string_id: 'a', content: 'Begin the game' },
        { string_id: 'old', content: 'Gone' },
      ];
      const source = { kind: 'snapshot', ...(await putSnapshot(store, before)) } as const;
      const archive = new ManifestArchive(new Archive(storage));
      const ended = { taskId: 'task_1', languages: ['zh-cn', 'ja'] };
      await archive.put(manifestBody(ended, { input: { ...endedInput('game-2.3.0'), source } }), null);
    });

    it('tells which languages its strings would lose, and start may lose them', async () => {
      const archive = new ManifestArchive(new Archive(new DirectoryStorage(scratch.path('store'))));
      await archive.put(publishedBody(['ja', 'fr'], { input: endedInput('game-2.2.0') }), null);
      const warned = await plan();
      expect(warned.code).toBe(0);
      expect(warned.stdout).toContain('This release may lose fr, which default/game-2.2.0 has published');

      await scratch.write('config.yaml', 'assumptions: { publish-languages: replace }');
      const refused = await plan();
      expect(refused.code).toBe(2);
      expect(refused.stdout).toMatch(/release\.yaml:\d+: targetLanguages: This release would lose fr/);
      const losing = await plan({ loseLanguages: true });
      expect(losing.code).toBe(0);
      expect(losing.stdout).toContain(
        'Note: Its publish takes fr from strings of the project, or may do so.',
      );
      const start = ['start', scratch.path('release.yaml'), '--dry-run'];
      await scratch.write('release.yaml', stringify(release));
      expect((await cli(start, env())).code).toBe(2);
      expect((await cli([...start, '--lose-languages'], env())).code).toBe(0);
    });

    it('tells which strings are new, changed and gone', async () => {
      expect(((await plan({}, '-o', 'json')).json() as ReleasePlan).changes).toMatchObject({
        id: 'default/game-2.3.0',
        strings: {
          new: { count: 1, keys: ['b'] },
          changed: { count: 1, keys: ['a'] },
          gone: { count: 1, keys: ['old'] },
          words: 4,
        },
      });
      const { stdout } = await plan({});
      expect(stdout).toMatch(/changes +since default\/game-2\.3\.0, .*, 4 words new or changed/);
      expect(stdout).toMatch(/gone +1 string: old/);
    });

    it('tells that the same strings under another name are paid for again', async () => {
      await scratch.write('strings/en.json', '{"a": "Begin the game", "old": "Gone"}');
      const { code, stdout } = await plan();
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /Note: default\/game-2\.3\.0 \(.*Z\) had the same strings translated into zh-cn, ja\. Under another name they are paid for again\./,
      );
      expect((await plan({ targetLanguages: ['de'], supplementLanguages: [] })).stdout).not.toContain(
        'paid for again',
      );
    });

    it('refuses other content under the name of one on record, as start would', async () => {
      const { code, stdout } = await plan({ name: 'game-2.3.0' });
      expect(code).toBe(2);
      expect(stdout).toContain('Release default/game-2.3.0 already exists with other content.');
      expect(stdout).toContain('strings added 1: b');
    });
  });

  describe('as a file', () => {
    const save = async (): Promise<string> => {
      const { stderr } = await plan({}, '--save', scratch.path('plan.json'));
      expect(stderr).toContain('Start it as it is with: locrelease start');
      return scratch.path('plan.json');
    };
    const dryRun = (file: string): Promise<CliRun> => cli(['start', file, '--dry-run'], env());

    it('names its format and digest, and has neither a secret nor a string', async () => {
      const text = await readFile(await save(), 'utf8');
      expect(JSON.parse(text)).toMatchObject({
        format: 'locrelease plan',
        version: 1,
        release: 'default/game-2.4.0',
        file: 'release.yaml',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      });
      expect(text).not.toContain('Start the game');
      for (const value of Object.values(sandboxEnvironment(sandbox))) expect(text).not.toContain(value);
    });

    it('never takes the place of its release file', async () => {
      const { code, stderr } = await plan({}, '--save', scratch.path('release.yaml'));
      expect([code, stderr]).toEqual([2, expect.stringContaining('is the release file')]);
      expect((await plan({})).code).toBe(0);
    });

    it('is started as it is', async () => {
      const { code, stdout } = await dryRun(await save());
      expect(stdout).toContain('default/game-2.4.0 is ready to start.');
      expect(code).toBe(0);
    });

    it('is refused with the difference where the release has changed', async () => {
      const file = await save();
      await scratch.write('strings/en.json', '{"a": "Start a game", "c": "New"}');
      await scratch.write('release.yaml', stringify({ ...release, targetLanguages: ['ja'] }));
      const { code, stderr } = await dryRun(file);
      expect(code).toBe(2);
      expect(stderr).toContain('its release has changed since. Nothing was started.');
      expect(stderr).toContain('targetLanguages: was ["zh-cn","ja"], now ["ja"]');
      expect(stderr).toContain('strings added 1: c');
      expect(stderr).toContain('strings removed 1: b');
      expect(stderr).toContain('strings changed 1: a');
    });

    it('is refused where only the place of the files has changed', async () => {
      const file = await save();
      await scratch.write(
        'release.yaml',
        stringify({ ...release, export: { template: 'game-ini', directory: 'x' } }),
      );
      expect((await dryRun(file)).stderr).toContain('export.directory: was "out", now "x"');
    });

    it.each([
      ['changed by hand', (text: string) => text.replace('game-2.4.0', 'game-2.5.0')],
      ['of another version', (text: string) => text.replace('"version": 1', '"version": 2')],
      ['cut off', (text: string) => text.slice(0, -20)],
    ])('is refused where it is %s', async (_what, change) => {
      const file = await scratch.write('other.json', change(await readFile(await save(), 'utf8')));
      const { code, stderr } = await dryRun(file);
      expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be used as a plan')]);
    });
  });

  describe('as start --dry-run', () => {
    const dryRun = async (change: object, ...options: string[]): Promise<CliRun> => {
      const file = await scratch.write('release.yaml', stringify({ ...release, ...change }));
      return cli(['start', file, '--dry-run', ...options], env());
    };

    it('checks all it can without Temporal, and writes nothing', async () => {
      const { code, json } = await dryRun({}, '-o', 'json');
      expect(code).toBe(0);
      expect(json()).toMatchObject({
        ready: true,
        start: { outcome: 'start', isTemporalAsked: false },
        unchecked: [expect.stringContaining('Cannot connect to Temporal')],
      });
      expect(existsSync(scratch.path('store'))).toBe(false);
      expect(sandbox.journal.find().filter(({ effect }) => effect !== null)).toEqual([]);
    });

    it('refuses with the exit codes of start', async () => {
      expect((await dryRun({ targetLanguage: [] })).code).toBe(2);
      const { code, stdout } = await dryRun({ export: { template: 'none' } });
      expect(code).toBe(2);
      expect(stdout).toMatch(/release\.yaml:\d+: export\.template: There is no export template none/);
      expect((await dryRun({ budget: { words: 1 } })).code).toBe(3);
    });

    it('goes without the announcement, where it is told to', async () => {
      const { code, json } = await dryRun(
        { announce: { accounts: ['acc_9'], text: 'Out' } },
        '--no-announce',
        '-o',
        'json',
      );
      expect(code).toBe(0);
      expect((json() as ReleasePlan).announcement).toBeNull();
    });
  });
});
