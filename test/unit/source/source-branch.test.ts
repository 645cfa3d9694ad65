import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sourceBranch } from '../../../src/source/source-branch';

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
