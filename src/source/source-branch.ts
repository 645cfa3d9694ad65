/** The branch that the files of a release come from. */
import { dirname, join, resolve } from 'node:path';
import { quotable } from '../domain/text/visible-text';
import { readFileBytes } from '../files/regular-file';

/** Where CI has checked out a commit and no branch: in GitHub, GitLab and Jenkins, of a request to merge first. A tag is none. */
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

/** null where nothing tells. A guess for people to see, on which nothing depends. */
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
    // A repository of the newer kind keeps its branch elsewhere, and says `.invalid` here.
    if (head !== null) return /^ref: refs\/heads\/(?!\.invalid)(.+)/.exec(head)?.[1];
    if (at === dirname(at)) return undefined;
  }
}

/** In a worktree and in a submodule, a file tells where the rest is. */
async function headOf(git: string): Promise<string | null> {
  const gitDirectory = /^gitdir: (.+)/.exec((await textOf(git)) ?? '')?.[1];
  return textOf(join(gitDirectory === undefined ? git : resolve(dirname(git), gitDirectory), 'HEAD'));
}

/** Of a file of git that has one short line. */
const MOST_BYTES = 64 * 1024;

const textOf = (file: string): Promise<string | null> =>
  readFileBytes(file, MOST_BYTES).then(String, () => null);
