import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { readAction, runAction, type ActionRun } from '../../support/action-runner';
import { fakeCommands, type FakeCommands } from '../../support/fake-commands';
import { useScratch } from '../../support/scratch';

const released = `
  case "$name $*" in
    gh*--paginate*) printf '%s' "$FAKE_COMMENT" ;;
    locrelease\\ start*--dry-run*) echo 'the plan'; exit "\${FAKE_CODE:-0}" ;;
    locrelease\\ start*) printf 'id=default/game-1\\nstate=done\\n' >> "$GITHUB_OUTPUT"; exit "\${FAKE_CODE:-0}" ;;
    locrelease\\ report*) echo '# default/game-1'; exit "\${FAKE_REPORT:-0}" ;;
    locrelease\\ status*) echo 'default/game-1 parked' ;;
  esac
`;

describe('action.yml', () => {
  const scratch = useScratch();
  let fakes: FakeCommands;
  beforeEach(() => {
    fakes = fakeCommands(scratch.path(), ['locrelease', 'gh'], released);
  });
  const run = (inputs: Record<string, string>, env: NodeJS.ProcessEnv = {}): Promise<ActionRun> =>
    runAction(inputs, { directory: scratch.path(), env: { ...fakes.env, ...env }, without: ['install'] });
  const argsOf = (name: string): string[][] => fakes.calls(name).map(({ args }) => args);

  it('has no expression in a script', () => {
    const scripts = readAction().runs.steps.map(({ run: script = '' }) => script);
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });

  it('pins what it uses of others to a commit', () => {
    const used = readAction().runs.steps.flatMap(({ uses }) => uses ?? []);
    expect(used).not.toEqual([]);
    expect(used.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  it('starts, waits, copies the files and comments the report', async () => {
    const inputs = {
      file: 'release.yaml',
      files: 'build/locales',
      artifact: 'locales',
      comment: '7',
    };
    const { code, outputs, ran } = await run(inputs);
    expect(code).toBe(0);
    expect(outputs).toMatchObject({
      'start.id': 'default/game-1',
      'start.state': 'done',
      'start.exit-code': '0',
      'files.directory': scratch.path('build/locales'),
    });
    expect(ran).toEqual([
      'Start the release',
      'Copy the exported files',
      'Upload the exported files',
      'Comment',
    ]);
    expect(argsOf('locrelease')).toEqual([
      ['start', '--as=ivan', '--github', '--wait', '--timeout=2h', '--', 'release.yaml'],
      ['files', '--replace', '--to=build/locales', '--', 'default/game-1'],
      ['report', '--', 'default/game-1'],
    ]);
    const [, posted = []] = argsOf('gh');
    expect(posted.slice(0, 3)).toEqual(['api', '--silent', 'repos/games/game/issues/7/comments']);
    const body = readFileSync((posted.at(-1) ?? '').replace('body=@', ''), 'utf8');
    expect(body).toMatch(/^<!-- locrelease \d+ -->\n# default\/game-1\n$/);
  });

  it('leaves it to the token who starts it, over a gateway', async () => {
    await run({ file: 'release.yaml' }, { LOCRELEASE_SERVER: 'https://locrelease.example.com' });
    expect(argsOf('locrelease')).toEqual([
      ['start', '--github', '--wait', '--timeout=2h', '--', 'release.yaml'],
    ]);
  });

  it('writes its own comment anew', async () => {
    await run({ file: 'release.yaml', comment: '7' }, { FAKE_COMMENT: '12\n34\n' });
    expect(argsOf('gh')[1]?.slice(0, 5)).toEqual([
      'api',
      '--silent',
      '--method',
      'PATCH',
      'repos/games/game/issues/comments/34',
    ]);
  });

  it('hands over files and report before it fails with the exit code', async () => {
    const { code, ran } = await run({ file: 'release.yaml', files: 'out', comment: '7' }, { FAKE_CODE: '6' });
    expect(code).toBe(6);
    expect(ran.slice(-3)).toEqual(['Copy the exported files', 'Comment', 'Tell how it went']);
  });

  it('comments how it stands where there is no record yet', async () => {
    await run({ file: 'release.yaml', comment: '7' }, { FAKE_CODE: '4', FAKE_REPORT: '2' });
    const body = readFileSync(scratch.path('.runner/locrelease-report.md.cut'), 'utf8');
    expect(body).toContain('\n    default/game-1 parked\n');
  });

  it('only shows the plan with dry-run, and comments it', async () => {
    const { code, ran, log } = await run(
      { file: 'release.yaml', 'dry-run': 'true', files: 'out', comment: '7' },
      { FAKE_CODE: '3' },
    );
    expect(code).toBe(3);
    expect(log).toContain('the plan');
    expect(ran).toEqual(['Start the release', 'Comment', 'Tell how it went']);
    expect(argsOf('locrelease')).toEqual([['start', '--as=ivan', '--dry-run', '--', 'release.yaml']]);
    expect(readFileSync(scratch.path('.runner/locrelease-report.md.cut'), 'utf8')).toContain(
      '\n    the plan\n',
    );
  });

  it('leaves out variables that are empty, as secrets are in a pull request from a fork', async () => {
    await run({ file: 'release.yaml' }, { LOCALIZATION_APP_KEY: '', TEMPORAL_ADDRESS: 'temporal:7233' });
    const { variables = [] } = fakes.calls('locrelease')[0] ?? {};
    expect(variables).toContain('TEMPORAL_ADDRESS');
    expect(variables).not.toContain('LOCALIZATION_APP_KEY');
  });

  it.each([
    ['$(touch pwned)'],
    ['`touch pwned`'],
    ['"; touch pwned; "'],
    ["'; touch pwned; '"],
    ['release.yaml\ntouch pwned'],
    ['release.yaml\n::set-env name=PATH::/tmp'],
    ['--no-check'],
    ['*'],
  ])('takes %j as the name of a file and nothing else', async (file) => {
    const { code, log } = await run({ file, as: file, timeout: file, files: `out/${file}`, comment: '7' });
    expect(code).toBe(0);
    expect(existsSync(scratch.path('pwned'))).toBe(false);
    expect(argsOf('locrelease')[0]).toEqual([
      'start',
      `--as=${file}`,
      '--github',
      '--wait',
      `--timeout=${file}`,
      '--',
      file,
    ]);
    expect(log).not.toContain('::set-env');
  });

  it.each([
    [{ wait: 'true; touch pwned' }],
    [{ 'dry-run': 'yes' }],
    [{ announce: '' }],
    [{ comment: '7/../../../user' }],
  ])('refuses %j', async (inputs) => {
    expect((await run({ file: 'release.yaml', ...inputs })).code).toBe(2);
    expect(argsOf('gh')).toEqual([]);
    expect(existsSync(scratch.path('pwned'))).toBe(false);
  });
});

describe('the first step of action.yml', () => {
  const scratch = useScratch();
  let fakes: FakeCommands;
  beforeEach(() => {
    fakes = fakeCommands(scratch.path(), ['npm'], putsLocrelease);
  });
  const run = (version: string): Promise<ActionRun> =>
    runAction(
      { file: 'release.yaml', version },
      { directory: scratch.path('checkout'), env: fakes.env, action: scratch.path('action') },
    );
  beforeEach(async () => {
    await scratch.write('action/bin/locrelease.js', says('of the action'));
    chmodSync(await scratch.write('checkout/node_modules/.bin/locrelease', says('of the project')), 0o755);
  });

  it.each([
    ['', 'of the action', [['ci', '--no-audit', '--no-fund']]],
    ['installed', 'of the project', []],
    [
      '1.0.0',
      'of the registry',
      [
        [
          'install',
          '--prefix',
          '.runner/locrelease',
          '--no-save',
          '--no-audit',
          '--no-fund',
          'locrelease@1.0.0',
        ],
      ],
    ],
  ])('with version %j, the steps after it run the command %s', async (version, whose, installed) => {
    const { code, ran, log } = await run(version);
    expect({ code, ran }).toEqual({ code: 0, ran: ['Install locrelease', 'Start the release'] });
    expect(log).toContain(
      `locrelease ${whose}: start --as=ivan --github --wait --timeout=2h -- release.yaml`,
    );
    const words = fakes
      .calls('npm')
      .map(({ args }) => args.map((word) => word.replace(`${scratch.path('checkout')}/`, '')));
    expect(words).toEqual(installed);
  });

  it.each(['1.0.0; touch pwned', '$(touch pwned)', 'https://example.org/x.tgz', '../x', 'a b'])(
    'refuses the version %j, and installs nothing',
    async (version) => {
      const { code, ran, log } = await run(version);
      expect({ code, ran }).toEqual({ code: 2, ran: ['Install locrelease'] });
      expect(log).toContain('::error::The input "version" must be a version such as 1.0.0.');
      expect(fakes.calls('npm')).toEqual([]);
      expect(existsSync(scratch.path('checkout/pwned'))).toBe(false);
    },
  );

  it('fails where the install fails, and starts nothing', async () => {
    fakes = fakeCommands(scratch.path(), ['npm'], 'exit 1');
    expect(await run('')).toMatchObject({ code: 1, ran: ['Install locrelease'] });
  });
});

const says = (whose: string): string => `#!/bin/bash\necho "locrelease ${whose}: $*"\n`;

/** As npm would, for `install --prefix DIRECTORY …`. */
const putsLocrelease = `
  if [ "$1" = install ]; then
    mkdir -p "$3/node_modules/.bin"
    printf '%s\\n' '#!/bin/bash' 'echo "locrelease of the registry: $*"' > "$3/node_modules/.bin/locrelease"
    chmod +x "$3/node_modules/.bin/locrelease"
  fi
`;
