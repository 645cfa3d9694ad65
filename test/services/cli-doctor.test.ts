import type { Diagnosis } from '../../src/checks/diagnosis';
import { clockDiagnosis, checkClock, checkCallbacks } from '../../src/checks/check-localization';
import { ConfigError } from '../../src/config/config-error';
import { checkSocial } from '../../src/checks/check-social';
import { sandboxEnvironment } from '../../src/sandbox/sandbox';
import type { SandboxProfileInput } from '../../src/sandbox/profile';
import { freePorts } from '../../src/temporal/server/free-ports';
import { cli, type CliRun } from '../support/cli';
import { useScratch } from '../support/scratch';
import { TOKEN, withSocialSandbox, workspaceWith } from '../support/social-sandbox';
import { listen, startStillSandbox } from './support';

describe('locrelease doctor without a Temporal service', () => {
  const scratch = useScratch();

  async function doctor(
    profile: SandboxProfileInput = {},
    env: Record<string, string> = {},
    ...options: string[]
  ): Promise<CliRun> {
    const sandbox = await startStillSandbox(profile);
    const [port = 0] = await freePorts(1);
    return cli(['doctor', ...options], {
      ...sandboxEnvironment(sandbox),
      SOCIAL_ACCESS_TOKEN: sandbox.profile.workspace.credentials[0]?.token ?? '',
      TEMPORAL_ADDRESS: `127.0.0.1:${port}`,
      LOCRELEASE_STORE: scratch.path('store'),
      ...env,
    });
  }

  const levels = (run: CliRun): Record<string, string> =>
    Object.fromEntries(
      (run.json() as { checks: Diagnosis[] }).checks.map(({ what, level }) => [what, level]),
    );

  it('finds everything else in order, and exits with 9', async () => {
    const run = await doctor({}, {}, '-o', 'json');
    expect(run.code).toBe(9);
    expect(run.stderr).toBe('');
    expect(levels(run)).toEqual({
      'project default': 'ok',
      'project default, languages': 'ok',
      'project default, templates': 'ok',
      clock: 'ok',
      'social credential': 'ok',
      'scheduled posts': 'ok',
      accounts: 'ok',
      'account acc_3': 'warn',
      callbacks: 'warn',
      Temporal: 'fail',
      notices: 'warn',
      store: 'ok',
    });
  });

  it('says for each line how to mend it, of every project, and never a secret', async () => {
    const run = await doctor(
      { workspace: workspaceWith({ scheduledThisMonth: { used: 10, limit: 10 } }) },
      {
        LOCALIZATION_APP_SECRET: 'not-the-secret',
        LOCRELEASE_STORE: await scratch.write('file', 'not a directory'),
        LOCRELEASE_CONFIG: await scratch.write(
          'config.yaml',
          'projects:\n  second: { appKeyVariable: SECOND_KEY, appSecretVariable: SECOND_SECRET }\n',
        ),
        SECOND_KEY: 'other-app-key',
      },
    );
    expect(run.stdout).toMatch(/^FAIL {2}project default: .*GET \/export-templates.*\n {6}→ .*App Secret/m);
    expect(run.stdout).toMatch(/^FAIL {2}project second: SECOND_SECRET is not set\.\n {6}→ Set it/m);
    expect(run.stdout).toMatch(/^warn {2}scheduled posts: .*10 scheduled posts.*used up.*\n {6}→ .*upgrade/m);
    expect(run.stdout).toMatch(/^FAIL {2}store: .*is not writable\.\n {6}→ Set LOCRELEASE_STORE/m);
    expect(run.stdout).not.toContain('not-the-secret');
    expect(run.stdout).not.toContain(TOKEN);
  });
});

describe('the social service', () => {
  it.each([
    [{ allowedActions: ['draft'] }, 'warn', expect.stringContaining('lists the actions draft') as string],
    [
      { scopes: ['workspace:read', 'accounts:read'] },
      'warn',
      'The credential has no posts:read, posts:write. The service may refuse to announce.',
    ],
    [{}, 'ok', expect.stringContaining('Allowed actions: draft, schedule, publish.') as string],
  ])('with a credential of %j is %s', async (rights, level, message) => {
    await withSocialSandbox({ credentials: [{ token: TOKEN, ...rights }] }, async ({ client }) => {
      const [credential] = await checkSocial(() => client);
      expect(credential).toMatchObject({ what: 'social credential', level, message });
    });
  });

  it('that refuses the credential is said to', async () => {
    await withSocialSandbox({}, async ({ clientWith }) => {
      const found = await checkSocial(() => clientWith('expired_it_token'));
      expect(found).toMatchObject([{ level: 'fail', cause: 'service' }]);
      expect(JSON.stringify(found)).not.toContain('expired_it_token');
    });
  });

  it('that is not set up is taken for one that nobody wants', async () => {
    const found = await checkSocial(() => {
      throw new ConfigError('SOCIAL_BASE_URL is not set.');
    });
    expect(found).toMatchObject([{ level: 'warn', message: 'SOCIAL_BASE_URL is not set.' }]);
  });
});

describe('the clock', () => {
  it.each([
    [0, 'ok'],
    [29_000, 'ok'],
    [60_000, 'warn'],
    [-60_000, 'warn'],
    [299_000, 'warn'],
    [400_000, 'fail'],
    [-400_000, 'fail'],
  ])('that is %d ms ahead is %s', (aheadMs, level) => {
    expect(clockDiagnosis(aheadMs).level).toBe(level);
  });

  it('is compared with what the service says', async () => {
    const { url } = await startStillSandbox({ clockSkewMs: 120_000 });
    const [diagnosis] = await checkClock(url);
    expect(diagnosis?.level).toBe('warn');
    expect(diagnosis?.message).toMatch(
      /^The clock is 1(19|20|21) s behind that of the localization service\.$/,
    );
  });
});

describe('the callback address', () => {
  const OUTSIDE = 'https://localization.example';

  it('on a private network is of no use to a service outside', async () => {
    const diagnosis = await checkCallbacks('http://10.0.0.7:8088', [OUTSIDE]);
    expect(diagnosis).toMatchObject({ level: 'fail', cause: 'configuration' });
  });

  it('on a private network is good for a service there, where the gateway answers', async () => {
    const gateway = await listen((request, response) =>
      response.writeHead(request.url === '/hooks/healthz' ? 200 : 404).end('{}'),
    );
    expect(await checkCallbacks(`${gateway}/hooks/`, ['http://127.0.0.1:8090'])).toMatchObject({
      level: 'ok',
    });
    expect(await checkCallbacks(gateway, ['http://127.0.0.1:8090'])).toMatchObject({
      level: 'warn',
      message: expect.stringContaining('HTTP 404') as string,
    });
  });

  it('at which nothing answers only costs time', async () => {
    const [port = 0] = await freePorts(1);
    const diagnosis = await checkCallbacks(`http://127.0.0.1:${port}`, ['http://127.0.0.1:8090']);
    expect(diagnosis).toMatchObject({
      level: 'warn',
      message: expect.stringContaining('does not answer') as string,
    });
  });
});
