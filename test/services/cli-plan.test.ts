import { stringify } from 'yaml';
import type { ReleasePlan } from '../../src/client/plan-release';
import { sandboxEnvironment } from '../../src/sandbox/environment';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { cli, type CliRun } from '../support/cli';
import { useScratch } from '../support/scratch';
import { startStillSandbox } from './support';

describe('locrelease plan', () => {
  const scratch = useScratch();
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startStillSandbox();
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

  async function plan(change: object = {}, ...options: string[]): Promise<CliRun> {
    const file = await scratch.write('release.yaml', stringify({ ...release, ...change }));
    return cli(['plan', file, ...options], sandboxEnvironment(sandbox));
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
    expect(entries.map(({ subject }) => subject)).toEqual([
      'GET /languages',
      'GET /export-templates',
      'GET /workspace',
      'GET /accounts',
    ]);
    expect(entries.map(({ effect }) => effect)).toEqual([null, null, null, null]);
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
    expect(warnings).toEqual([expect.stringContaining('does not list the language xx')]);
    expect(findings).toEqual([
      expect.stringContaining('table-csv has the format csv'),
      expect.stringContaining('no account acc_9'),
      expect.stringContaining('can publish on tiktok'),
      expect.stringContaining('acc_3 (@sandboxgames) has expired'),
    ]);
  });

  it('warns of what is doubtful in the source, and stops at it where the release is strict', async () => {
    await scratch.write('strings/en.json', '{"player_one": "Ann",\n"player_two": "Ben"}');
    const doubt = `${scratch.path('strings/en.json')}:1: player: looks like a plural (one, two) without the form other`;
    const warned = await plan({}, '-o', 'json');
    expect(warned.code).toBe(0);
    expect(warned.json()).toMatchObject({ ready: true, findings: [], warnings: [doubt] });
    const stopped = await plan({ preflight: 'strict' }, '-o', 'json');
    expect(stopped.code).toBe(2);
    expect(stopped.json()).toMatchObject({ ready: false, findings: [doubt], warnings: [] });
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
    const env = { ...sandboxEnvironment(sandbox), LOCALIZATION_APP_SECRET: 'not-the-secret' };
    const { code, stderr } = await cli(['plan', file], env);
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
});
