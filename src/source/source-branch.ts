/** Finds the branch that the files of a release come from. */
import { dirname, join, resolve } from 'node:path';
import { quotable } from '../domain/text/visible-text';
import { readFileBytes } from '../files/regular-file';

/**
 * CI mostly checks out a commit without a branch; the head branch of a GitHub, GitLab or Jenkins pull request comes
 * first. A tag is none.
 */
function branchOfCi(env: NodeJS.ProcessEnv): (string | undefined)[] {
  return [
    env.GITHUB_HEAD_REF,
    env.GITHUB_REF_TYPE === 'tag' ? undefined : env.GITHUB_REF_NAME,
    env.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME,
    env.CI_COMMIT_BRANCH,
    env.CHANGE_BRANCH,
    env.TAG_NAME === undefined ? env.BRANCH_NAME : undefined,
  ];
}

export const MOST_BRANCH_CHARACTERS = 255;

/** null: the branch is not known. It is a guess for people, on which nothing depends. */
export async function sourceBranch(file: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const known = [await checkedOutBranch(dirname(resolve(file))), ...branchOfCi(env)];
  const [branch = null] = known
    .map((name) => quotable(name ?? '', MOST_BRANCH_CHARACTERS))
    .filter((name) => name !== '');
  return branch;
}

async function checkedOutBranch(directory: string): Promise<string | undefined> {
  for (let at = directory; ; at = dirname(at)) {
    const head = await headOf(join(at, '.git'));
    // With the reftable format, the branch is in another file, and HEAD names `.invalid`.
    if (head !== null) return /^ref: refs\/heads\/(?!\.invalid)(.+)/.exec(head)?.[1];
    if (at === dirname(at)) return undefined;
  }
}

/** In a worktree or a submodule, `.git` is a file that names the git directory. */
async function headOf(git: string): Promise<string | null> {
  const gitDirectory = /^gitdir: (.+)/.exec((await textOf(git)) ?? '')?.[1];
  return textOf(join(gitDirectory === undefined ? git : resolve(dirname(git), gitDirectory), 'HEAD'));
}

/** The limit for a file of git that has one short line. */
const MOST_BYTES = 64 * 1024;

const textOf = (file: string): Promise<string | null> =>
  readFileBytes(file, MOST_BYTES).then(String, () => null);
