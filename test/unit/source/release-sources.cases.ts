import { measuredSnapshot } from '../../../src/source/read-apart';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sourceBranch } from '../../../src/source/source-branch';
import { readSourceFiles } from '../../../src/source/read-source-files';
import { useScratch } from '../../support/scratch';
import { contentOf } from '../../../src/domain/release/release-content';
import { releaseSpec } from '../../../src/domain/release/release-file';
import type { ReleaseSource } from '../../../src/domain/release/release-input';
import { readReleaseText, releaseFileText } from '../../../src/source/read-release-file';
import fc from '../../support/fast-check';

describe('measured snapshot', () => {
  const snapshot = (strings: Record<string, string>): Buffer =>
    Buffer.from(
      JSON.stringify(Object.entries(strings).map(([string_id, content]) => ({ string_id, content }))),
    );

  describe.each([true, false])('a snapshot, measured by this process: %s', (here) => {
    it('has its words counted, and its changes since the one before', async () => {
      const asked = {
        snapshot: snapshot({ a: 'Start the game', b: 'Quit', c: '' }),
        before: snapshot({ a: 'Start a game', c: '', d: 'Gone' }),
      };
      expect(await measuredSnapshot(asked, here)).toEqual({
        words: 4,
        changes: {
          new: { count: 1, keys: ['b'] },
          changed: { count: 1, keys: ['a'] },
          gone: { count: 1, keys: ['d'] },
          words: 4,
        },
      });
    });

    it('is not counted where that would take too long', async () => {
      const asked = { snapshot: snapshot({ a: 'x'.repeat(10_000_001) }), before: null };
      expect(await measuredSnapshot(asked, here)).toEqual({ words: null, changes: null });
    });
  });
});

describe('source branch', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'locrelease-branch-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const run = promisify(execFile);
  const git = (...args: string[]) =>
    run('git', ['-C', directory, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args]);

  async function repository(): Promise<void> {
    await git('init', '--quiet', '--initial-branch', 'release/2.4');
    await git('commit', '--quiet', '--allow-empty', '--message', 'First');
  }

  it('is the one that is checked out, seen from anywhere below', async () => {
    await repository();
    await mkdir(join(directory, 'a/b'), { recursive: true });
    expect(await sourceBranch(join(directory, 'a/b/release.yaml'), { GITHUB_REF_NAME: 'other' })).toBe(
      'release/2.4',
    );
  });

  it('is that of a worktree', async () => {
    await repository();
    await git('worktree', 'add', '--quiet', '-b', 'beside', join(directory, 'tree'));
    expect(await sourceBranch(join(directory, 'tree/release.yaml'), {})).toBe('beside');
  });

  it.each([
    [{ GITHUB_HEAD_REF: 'feature', GITHUB_REF_NAME: '7/merge' }, 'feature'],
    [{ GITHUB_HEAD_REF: '', GITHUB_REF_NAME: 'main' }, 'main'],
    [{ GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v2.4.0' }, null],
    [{ CI_COMMIT_BRANCH: 'develop', CI_COMMIT_REF_NAME: 'develop' }, 'develop'],
    [{ CI_COMMIT_TAG: 'v2.4.0', CI_COMMIT_REF_NAME: 'v2.4.0' }, null],
    [{ TAG_NAME: 'v2.4.0', BRANCH_NAME: 'v2.4.0' }, null],
    [{ BRANCH_NAME: ' ' }, null],
    [{ CHANGE_BRANCH: 'feature', BRANCH_NAME: 'PR-7' }, 'feature'],
    [{}, null],
  ])('is what CI tells where a commit alone is checked out: %j', async (env, branch) => {
    await repository();
    await git('checkout', '--quiet', '--detach');
    expect(await sourceBranch(join(directory, 'release.yaml'), env)).toBe(branch);
  });

  it('shows what would hide something, and is no longer than Git allows', async () => {
    const env = { BRANCH_NAME: `a\u202Eb\u001b${'c'.repeat(500)}` };
    const branch = await sourceBranch(join(directory, 'release.yaml'), env);
    expect(branch).toHaveLength(255);
    expect(branch).toMatch(/^a\\u202eb\\u001bc/);
  });
});

/** Which format the sources of a release have, and which kind of it: what is exported can be had in the same. */
describe('source format', () => {
  const scratch = useScratch();

  it.each([
    ['en.json', '{"menu.start": "Start", "//": "A note."}', 'json'],
    ['en.json', '{"menu": {"start": "Start"}, "title": "Game"}', 'json-nested'],
    ['en.json', '{"tips": ["Save often."]}', 'json-nested'],
    ['en.json', '[{"string_id": "a", "content": "Start"}]', 'json-list'],
    ['en.json', '{"a": {"message": "Start", "description": "x"}}', 'json-described'],
    ['en.yml', 'en:\n  menu:\n    start: Start\n', 'yaml-rails'],
    ['texts.yml', 'menu:\n  start: Start\n', 'yaml-nested'],
    ['texts.yml', 'start: Start\n', 'yaml'],
    ['en.properties', 'a=Start\n', 'properties'],
    ['en.po', 'msgid "Start"\nmsgstr ""\n', 'po'],
  ])('%s with %j', async (name, text, format) => {
    const file = await scratch.write(name, text);
    expect(await readSourceFiles({ file })).toMatchObject({ format });
  });

  it('of several files it is that of all, or none', async () => {
    const [one, other, flat] = [
      await scratch.write('a.json', '{"a": {"b": "Start"}}'),
      await scratch.write('b.json', '{"c": {"d": "Quit"}}'),
      await scratch.write('c.json', '{"e": "Help"}'),
    ];
    expect(await readSourceFiles({ file: [one, other] })).toMatchObject({ format: 'json-nested' });
    expect((await readSourceFiles({ file: [one, flat] })).format).toBeUndefined();
  });
});

describe('release file text', () => {
  const source: ReleaseSource = { kind: 'snapshot', sha256: 'a'.repeat(64), strings: 3 };
  const named = { file: 'en.json' };

  it('is written in the order of a release file, without what need not be said', () => {
    const spec = releaseSpec.parse({
      targetLanguages: ['zh-cn', 'ja'],
      name: '2.40',
      source: { file: '/home/ci/strings/en.json' },
      terms: { deadline: '36h', reminders: ['90m', '1 day'] },
    });
    expect(releaseFileText(contentOf({ spec, source }), named)).toBe(
      [
        "name: '2.40'",
        'source:',
        '  file: en.json',
        'targetLanguages:',
        '  - zh-cn',
        '  - ja',
        'terms:',
        '  deadline: 36 h',
        '  reminders:',
        '    - 90 min',
        '    - 1 d',
        '',
      ].join('\n'),
    );
  });

  it('says nothing of terms where nothing was said of them', () => {
    const spec = releaseSpec.parse({ name: 'a', source: named, targetLanguages: ['ja'], export: {} });
    expect(releaseFileText(contentOf({ spec, source }), named)).toBe(
      'name: a\nsource:\n  file: en.json\ntargetLanguages:\n  - ja\nexport: {}\n',
    );
  });

  const text = fc
    .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
    .filter((said) => said.trim() !== '');
  const drawnFile = fc.record({
    name: fc.stringMatching(/^[a-z0-9]([a-z0-9.-]{0,20}[a-z0-9])?$/),
    terms: fc.record({
      scan: fc.boolean(),
      deadline: fc.integer({ min: 1001, max: 900_000_000 }).map((ms) => `${ms} ms`),
      reminders: fc.array(
        fc.integer({ min: 1, max: 1000 }).map((ms) => `${ms} ms`),
        { maxLength: 3 },
      ),
      onDeadline: fc.constantFrom('reject', 'confirm'),
    }),
    publish: fc.boolean(),
    budget: fc.option(fc.record({ words: fc.integer({ min: 1, max: 10_000_000 }) }), { nil: undefined }),
    announce: fc.option(
      fc.record({
        accounts: fc.uniqueArray(text, { minLength: 1, maxLength: 3 }),
        text,
      }),
      { nil: undefined },
    ),
  });

  it('asks for the same when it is read again', () => {
    fc.assert(
      fc.property(drawnFile, (file) => {
        const drawn = releaseSpec.safeParse({ ...file, source: named, targetLanguages: ['ja'] });
        fc.pre(drawn.success);
        const content = contentOf({ spec: drawn.data, source });
        const spec = readReleaseText('again', releaseFileText(content, named));
        expect(contentOf({ spec, source })).toEqual(content);
      }),
    );
  });
});
