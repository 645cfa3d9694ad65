/** The scripts of the examples for other CI systems, run by bash with commands that keep what they were called with. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { bash } from '../../support/action-runner';
import { fakeCommands, type FakeCommands } from '../../support/fake-commands';
import { useScratch } from '../../support/scratch';

const read = (file: string): string => readFileSync(join(__dirname, '../../../examples/ci', file), 'utf8');

interface GitlabJob {
  script: string[];
}

function gitlabScript(job: string): string {
  const jobs = parse(read('gitlab-ci.yml')) as Record<string, GitlabJob>;
  return (jobs[job]?.script ?? []).join('\n');
}

/** What stands between ''' and ''' is the shell's alone. */
function jenkinsScripts(): string[] {
  return [...read('Jenkinsfile').matchAll(/sh '''([^]*?)'''/g)].map(([, script = '']) => script);
}

const [jenkinsPlan = '', jenkinsRelease = ''] = jenkinsScripts();

const answers = `
  case "$name $*" in
    locrelease\\ start*--dry-run*) echo 'the plan'; exit "\${FAKE_CODE:-0}" ;;
    locrelease\\ start*)
      if [ "$FAKE_CODE" != 2 ]; then echo '{"id": "default/game-1"}'; fi
      exit "\${FAKE_CODE:-0}"
      ;;
    locrelease\\ report*) echo '# default/game-1' ;;
  esac
`;

describe.each([
  ['gitlab-ci.yml', gitlabScript('plan localization'), gitlabScript('release localization')],
  ['Jenkinsfile', jenkinsPlan, jenkinsRelease],
])('examples/ci/%s', (_file, plan, release) => {
  const scratch = useScratch();
  let fakes: FakeCommands;
  beforeEach(() => {
    fakes = fakeCommands(scratch.path(), ['locrelease', 'curl'], answers);
  });
  const run = (script: string, env: NodeJS.ProcessEnv = {}): Promise<{ code: number; text: string }> =>
    bash(['-eo', 'pipefail', '-c', script], scratch.path(), {
      ...fakes.env,
      RELEASE_FILE: 'release.yaml',
      GITLAB_USER_LOGIN: 'ivan',
      ...env,
    });
  const commands = (): (string | undefined)[] =>
    fakes.calls('locrelease').map(({ args: [command] }) => command);

  it('shows the plan of a change, and fails where it is refused', async () => {
    expect(await run(plan)).toMatchObject({ code: 0, text: expect.stringContaining('the plan') as string });
    expect((await run(plan, { FAKE_CODE: '3' })).code).toBe(3);
    expect(fakes.calls('locrelease')[0]?.args).toEqual(['start', '--dry-run', '--', 'release.yaml']);
  });

  it('starts, waits, copies the files and writes the report', async () => {
    expect((await run(release)).code).toBe(0);
    expect(fakes.calls('locrelease')[0]?.args).toEqual(
      expect.arrayContaining(['--wait', '--timeout', '5h', '--', 'release.yaml']),
    );
    expect(commands()).toEqual(['start', 'files', 'report']);
    // At a gateway the token says who it is, and anything else is refused.
    expect(fakes.calls('locrelease')[0]?.args.join(' ')).not.toContain('--as');
    expect(readFileSync(scratch.path('report.md'), 'utf8')).toBe('# default/game-1\n');
  });

  it('hands over what there is before it fails with the exit code', async () => {
    expect((await run(release, { FAKE_CODE: '6' })).code).toBe(6);
    expect(commands()).toEqual(['start', 'files', 'report']);
  });

  it('asks for nothing where nothing was started', async () => {
    expect((await run(release, { FAKE_CODE: '2' })).code).toBe(2);
    expect(commands()).toEqual(['start']);
  });

  it('takes the name of a file for nothing else', async () => {
    for (const RELEASE_FILE of ['$(touch pwned)', '"; touch pwned; "', '-x\ntouch pwned'])
      for (const script of [plan, release])
        await run(script, { RELEASE_FILE, GITLAB_USER_LOGIN: RELEASE_FILE });
    expect(existsSync(scratch.path('pwned'))).toBe(false);
    expect(fakes.calls('locrelease').every(({ args }) => args[0] !== 'start' || args.at(-2) === '--')).toBe(
      true,
    );
  });
});

describe('the comment of examples/ci/gitlab-ci.yml', () => {
  const scratch = useScratch();

  it('is made only where there is a token for it', async () => {
    const fakes = fakeCommands(scratch.path(), ['locrelease', 'curl'], answers);
    const script = ['-eo', 'pipefail', '-c', gitlabScript('plan localization')];
    const env = { ...fakes.env, RELEASE_FILE: 'release.yaml' };
    await bash(script, scratch.path(), env);
    expect(fakes.calls('curl')).toEqual([]);
    await bash(script, scratch.path(), { ...env, GITLAB_TOKEN: 'token' });
    expect(fakes.calls('curl')).toHaveLength(1);
  });
});

describe('examples/ci/github.yml', () => {
  interface Job {
    env: Record<string, string>;
    steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
  }
  const { jobs } = parse(read('github.yml')) as { jobs: Record<string, Job> };
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it.each(Object.entries(jobs))(
    'gives the job %s a gateway and a token, and nothing else',
    (_name, { env }) => {
      expect(Object.keys(env)).toEqual(['LOCRELEASE_SERVER', 'LOCRELEASE_TOKEN']);
      expect(env.LOCRELEASE_TOKEN).toMatch(/^\$\{\{ secrets\.\w+ \}\}$/);
    },
  );

  it('has no expression in a script, and pins what it uses of others', () => {
    expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
    const others = steps.flatMap(({ uses = '' }) => (uses.startsWith('actions/') ? [uses] : []));
    expect(others.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  it('gives the action only inputs that it has', () => {
    const { inputs } = parse(readFileSync(join(__dirname, '../../../action.yml'), 'utf8')) as {
      inputs: Record<string, unknown>;
    };
    const given = steps
      .filter(({ uses = '' }) => uses.includes('locrelease@'))
      .flatMap(({ with: values = {} }) => Object.keys(values));
    expect(given).toContain('dry-run');
    expect(given.filter((name) => !(name in inputs))).toEqual([]);
  });
});

it('examples/ci/Jenkinsfile lets Groovy put nothing into a script', () => {
  const scripts = [...read('Jenkinsfile').matchAll(/\bsh\s+(\S)/g)].map(([, quote]) => quote);
  expect(scripts).toEqual(["'", "'", "'"]);
});
