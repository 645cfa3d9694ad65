import { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { githubOption, reportToGithub } from '../../../src/cli/release/github';
import { stageNames } from '../../../src/domain/release/stages';
import type { ReleaseStatus } from '../../../src/domain/release/status';
import { announcedOn } from '../../support/release-status';
import { useScratch } from '../../support/scratch';

const status: ReleaseStatus = {
  schemaVersion: 1,
  choices: [],
  facts: {},
  warnings: ['Not checked: game.ini.', 'Two\nlines.'],
  id: 'default/game-1',
  project: 'default',
  name: 'game-1',
  state: 'partial',
  stage: null,
  stages: stageNames.map((name) => ({
    name,
    state: 'done',
    startedAt: '2026-12-01T09:00:00.000Z',
    endedAt: '2026-12-01T09:01:05.000Z',
  })),
  waitingFor: null,
  hold: null,
  progress: null,
  taskId: 'task_1',
  publishJobId: null,
  terms: null,
  languages: ['ja'],
  comingLanguages: [],
  export: {
    files: ['game.ini', 'end_of\nstate<<x'].map((path) => ({
      path,
      languages: ['ja'],
      bytes: 9,
      sha256: 'ab',
      keys: 2,
      checked: true,
    })),
    completeness: [],
  },
  announcement: announcedOn([
    {
      accountId: 'acc_1',
      platform: 'x',
      status: 'failed',
      errorCode: 'token_expired',
      message: 'a | b\nc',
    },
  ]),
  paused: null,
  decisions: [],
  problem: { traceIds: [], code: 'announcement_partial', message: 'Released; …' },
};

/** What GitHub would read from the file. */
function outputsOf(text: string): Record<string, string> {
  const found = text.matchAll(/^(\w+)<<(end_[-0-9a-f]{36})\n([^]*?)\n\2$/gm);
  return Object.fromEntries([...found].map(([, name = '', , value = '']) => [name, value]));
}

describe('in a GitHub workflow', () => {
  const scratch = useScratch();
  const said: string[] = [];
  const terminal = { info: (line: string) => void said.push(line) };
  afterEach(() => {
    delete process.env.GITHUB_OUTPUT;
    delete process.env.GITHUB_STEP_SUMMARY;
    said.length = 0;
  });

  it('later steps get what the release came to, and no value can pass for another output', async () => {
    process.env.GITHUB_OUTPUT = await scratch.write('output', 'before=1\n');
    reportToGithub(status, terminal);
    const text = await readFile(scratch.path('output'), 'utf8');
    expect(text.startsWith('before=1\n')).toBe(true);
    expect(outputsOf(text)).toEqual({
      id: 'default/game-1',
      state: 'partial',
      task_id: 'task_1',
      files: 'game.ini\nend_of\nstate<<x',
      post_id: 'post_1',
    });
  });

  it('the summary shows stages, files, accounts, warnings and the problem', async () => {
    process.env.GITHUB_STEP_SUMMARY = await scratch.write('summary', '');
    reportToGithub(status, terminal);
    const text = await readFile(scratch.path('summary'), 'utf8');
    expect(text).toContain(
      '### default/game-1: partial\n\n| Stage | State | Duration |\n| --- | --- | --- |\n',
    );
    expect(text).toContain('| create | done | 1 min 5 s |');
    expect(text).toContain('| game.ini | ja | 2 keys of this release | 9 | ab |');
    expect(text).toContain('| acc\\_1 | x | failed |');
    expect(text).toContain('- Warning: Not checked: game.ini.\n- Warning: Two lines.\n');
    expect(text).toContain('**announcement\\_partial**: Released; …');
  });

  it('the summary holds no markup of what a service wrote', async () => {
    process.env.GITHUB_STEP_SUMMARY = await scratch.write('summary', '');
    const hostile = '<img src="http://x">\n# [a](http://b) \u202e';
    reportToGithub(
      {
        ...status,
        warnings: [hostile],
        problem: { traceIds: [], code: 'refused', message: `The service said: ${hostile}` },
      },
      terminal,
    );
    const text = await readFile(scratch.path('summary'), 'utf8');
    expect(text).toContain('- Warning: \\<img src="http://x"\\> \\# \\[a\\](http://b) \\\\u202e\n');
    expect(text).toContain('**refused**: The service said: \\<img');
    expect(text).not.toMatch(/[^\\]<img|^# |[^\\]\[a|\u202e/m);
  });

  it('a file that cannot be written is said and hurts nothing', () => {
    process.env.GITHUB_OUTPUT = scratch.path('absent', 'output');
    reportToGithub(status, terminal);
    expect(said).toEqual([expect.stringContaining('Cannot write the GitHub outputs')]);
  });

  const parsed = (...words: string[]): object =>
    new Command().addOption(githubOption.named('github')).parse(words, { from: 'user' }).opts();

  it('is demanded in vain where a variable is missing, which is named', () => {
    expect(() => parsed('--github')).toThrow('--github: GITHUB_OUTPUT and GITHUB_STEP_SUMMARY are not set');
    process.env.GITHUB_OUTPUT = scratch.path('output');
    expect(() => parsed('--github')).toThrow('--github: GITHUB_STEP_SUMMARY is not set');
    process.env.GITHUB_STEP_SUMMARY = scratch.path('summary');
    expect(parsed('--github')).toEqual({ github: true });
  });

  it('is not missed elsewhere', () => {
    expect(parsed()).toEqual({});
  });
});
