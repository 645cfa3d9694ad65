import { inspect } from 'node:util';
import { readConfig } from '../../../src/config/config';
import { ConfigError } from '../../../src/config/config-error';
import { freshKeyText } from '../../support/encryption';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

const complete = {
  LOCALIZATION_BASE_URL: 'https://localization.example',
  LOCALIZATION_APP_KEY: 'key-value',
  LOCALIZATION_APP_SECRET: 'secret-value',
  SOCIAL_BASE_URL: 'https://social.example/base/',
  SOCIAL_ACCESS_TOKEN: 'token-value',
};

const encryptionKeys = `${freshKeyText('newer')},${freshKeyText('older')}`;

const configOf = (env: Record<string, string>) => readConfig(env, scratch.path());

/** The message with which the work is refused. */
function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('a ConfigError was expected');
}

describe('the configuration', () => {
  it('of an empty environment has a default for everything but the services', () => {
    expect(JSON.parse(JSON.stringify(configOf({})))).toEqual({
      projectNames: ['default'],
      prices: null,
      assumptions: { readings: {}, createFieldNames: {} },
      callbackBaseUrl: null,
      exportsRoot: null,
      gateway: { host: '127.0.0.1', port: 8088 },
      taskQueue: 'locrelease',
      workerRoles: ['calls', 'bulk', 'notices'],
      limits: { localization: null, social: { reads: null, writes: null } },
      minCheckIntervalMs: 3000,
      store: { kind: 'directory', directory: scratch.path('.locrelease/store') },
      answerTimeoutMs: 1500,
      workerMemoryMb: 1024,
      encryptionKeys: [],
      signingKey: null,
      verifyKeys: [],
      codec: null,
      metrics: null,
      logFormat: null,
      deployment: null,
      operators: {},
      fourEyes: false,
      quietHours: null,
      console: { environment: null, temporalUi: null, proxy: null },
      trustedProxies: [],
      consoleUrl: 'http://127.0.0.1:8088',
      sessionSecret: null,
      notices: { stalledAfterMs: 1_800_000, routes: [] },
    });
  });

  it('takes what the environment says', () => {
    const config = configOf({
      ...complete,
      CALLBACK_BASE_URL: 'http://10.0.0.1:9000/hooks',
      GATEWAY_HOST: '0.0.0.0',
      GATEWAY_PORT: '0',
      LOCRELEASE_TASK_QUEUE: 'nightly',
      LOCRELEASE_WORKER_ROLES: 'notices, bulk',
      LOCRELEASE_MIN_CHECK_INTERVAL: '50ms',
      LOCRELEASE_STORE: '/srv/store',
      LOCRELEASE_ENCRYPTION_KEYS: encryptionKeys,
      LOCRELEASE_CODEC_TOKEN: 'codec-token-value-of-enough-length',
      LOCRELEASE_CODEC_ORIGIN: 'https://temporal.example',
      LOCRELEASE_METRICS_HOST: '0.0.0.0',
      LOCRELEASE_METRICS_PORT: '9464',
      LOCRELEASE_LOG: 'json',
      LOCRELEASE_DEPLOYMENT_NAME: 'locrelease',
      LOCRELEASE_BUILD_ID: '1.2.0',
      LOCRELEASE_SESSION_SECRET: 'session-secret-value-of-enough-length',
    });
    expect(config).toMatchObject({
      callbackBaseUrl: 'http://10.0.0.1:9000/hooks',
      gateway: { host: '0.0.0.0', port: 0 },
      taskQueue: 'nightly',
      workerRoles: ['bulk', 'notices'],
      minCheckIntervalMs: 50,
      store: { kind: 'directory', directory: '/srv/store' },
      encryptionKeys: [{ id: 'newer' }, { id: 'older' }],
      codec: { origin: 'https://temporal.example' },
      metrics: { host: '0.0.0.0', port: 9464 },
      logFormat: 'json',
      deployment: { name: 'locrelease', buildId: '1.2.0' },
    });
    expect(config.codec?.token.reveal()).toBe('codec-token-value-of-enough-length');
    expect(config.sessionSecret?.reveal()).toBe('session-secret-value-of-enough-length');
    const { appSecret, ...project } = config.project('default');
    expect(project).toEqual({
      baseUrl: 'https://localization.example',
      appKey: 'key-value',
      createFieldNames: {},
      termDeleteBody: 'id',
      reach: { ownUrl: 'https://localization.example', allow: [] },
    });
    expect(appSecret.reveal()).toBe('secret-value');
    expect(config.social().accessToken.reveal()).toBe('token-value');
  });

  it('prints no secret', () => {
    const config = configOf({
      ...complete,
      LOCRELEASE_ENCRYPTION_KEYS: encryptionKeys,
      LOCRELEASE_CODEC_TOKEN: 'codec-token-value-of-enough-length',
      LOCRELEASE_SESSION_SECRET: 'session-secret-value-of-enough-length',
    });
    const printed = [config, config.project('default'), config.social()].flatMap((part) => [
      inspect(part, { depth: null, showHidden: true }),
      JSON.stringify(part),
    ]);
    expect(printed.join('\n')).not.toMatch(/secret-value|token-value/);
    for (const key of encryptionKeys.split(/[:,]/).filter((part) => part.length === 44)) {
      expect(printed.join('\n')).not.toContain(key);
    }
  });

  it.each([
    ['LOCALIZATION_BASE_URL', 'localization.bad-value'],
    ['LOCALIZATION_BASE_URL', 'ftp://bad-value'],
    ['LOCALIZATION_BASE_URL', 'https://me:bad-value@localization.example'],
    ['LOCALIZATION_BASE_URL', ''],
    ['SOCIAL_BASE_URL', 'https://social.example?bad-value'],
    ['CALLBACK_BASE_URL', 'https://'],
    ['LOCALIZATION_APP_KEY', ''],
    ['LOCALIZATION_APP_KEY', 'bad-value-é'],
    ['SOCIAL_ACCESS_TOKEN', 'bad value'],
    ['LOCRELEASE_CONSOLE_URL', 'bad-value'],
    ['LOCALIZATION_APP_SECRET', 'bad-value\n'],
    ['LOCALIZATION_APP_SECRET', ' bad-value'],
    ['LOCALIZATION_APP_SECRET', ''],
    ['SOCIAL_ACCESS_TOKEN', 'bad\r-value'],
    ['SOCIAL_ACCESS_TOKEN', 'bad-value\t'],
    ['GATEWAY_HOST', ''],
    ['GATEWAY_PORT', 'bad-value'],
    ['GATEWAY_PORT', '65536'],
    ['GATEWAY_PORT', '-1'],
    ['GATEWAY_PORT', ''],
    ['LOCRELEASE_TASK_QUEUE', ''],
    ['LOCRELEASE_WORKER_ROLES', 'calls,bad-value'],
    ['LOCRELEASE_WORKER_ROLES', ''],
    ['LOCRELEASE_MIN_CHECK_INTERVAL', 'bad-value'],
    ['LOCRELEASE_MIN_CHECK_INTERVAL', '3'],
    ['LOCRELEASE_MIN_CHECK_INTERVAL', '0s'],
    ['LOCRELEASE_MIN_CHECK_INTERVAL', '49ms'],
    ['LOCRELEASE_STORE', ''],
    ['LOCRELEASE_ENCRYPTION_KEYS', ''],
    ['LOCRELEASE_ENCRYPTION_KEYS', 'id:bad-value'],
    ['LOCRELEASE_SIGNING_KEY', 'bad-value'],
    ['LOCRELEASE_VERIFY_KEY', 'bad-value'],
    ['LOCRELEASE_CODEC_TOKEN', 'bad-value'],
    ['LOCRELEASE_CODEC_TOKEN', `bad-value${'-'.repeat(32)} `],
    ['LOCRELEASE_CODEC_ORIGIN', 'https://temporal.example/bad-value'],
    ['LOCRELEASE_CODEC_ORIGIN', '*'],
    ['LOCRELEASE_METRICS_HOST', 'bad-value'],
    ['LOCRELEASE_METRICS_PORT', 'bad-value'],
    ['LOCRELEASE_WORKER_MEMORY', 'bad-value'],
    ['LOCRELEASE_WORKER_MEMORY', '64MB'],
    ['LOCRELEASE_LOG', 'bad-value'],
    ['LOCRELEASE_DEPLOYMENT_NAME', 'bad-value.2'],
    ['LOCRELEASE_BUILD_ID', 'bad-value 2'],
    ['LOCRELEASE_SESSION_SECRET', 'bad-value'],
    ['LOCRELEASE_SESSION_SECRET', `bad-value${'-'.repeat(32)}\n`],
  ])('refuses a bad %s at once, by its name and without its value %j', (name, value) => {
    const message = refusal(() => configOf({ ...complete, [name]: value }));
    expect(message.split('\n')).toEqual([expect.stringMatching(new RegExp(`^${name} `))]);
    expect(message).not.toMatch(/bad.?-value/);
  });

  it.each([
    ['LOCRELEASE_DEPLOYMENT_NAME', 'LOCRELEASE_BUILD_ID'],
    ['LOCRELEASE_BUILD_ID', 'LOCRELEASE_DEPLOYMENT_NAME'],
  ])('refuses %s without %s', (given, missing) => {
    expect(refusal(() => configOf({ ...complete, [given]: 'blue' }))).toBe(`${missing} is not set.`);
  });

  it('tells every bad variable at once', () => {
    const message = refusal(() => configOf({ GATEWAY_PORT: 'x', SOCIAL_BASE_URL: 'x' }));
    expect(message).toMatch(/SOCIAL_BASE_URL/);
    expect(message).toMatch(/GATEWAY_PORT/);
  });

  it.each(Object.keys(complete))('misses %s only when it is asked for', (name) => {
    const config = configOf(Object.fromEntries(Object.entries(complete).filter(([other]) => other !== name)));
    const [needs, spares] = name.startsWith('SOCIAL')
      ? [() => config.social(), () => config.project('default')]
      : [() => config.project('default'), () => config.social()];
    expect(refusal(needs)).toBe(`${name} is not set.`);
    expect(spares()).toBeDefined();
  });
});

describe('the configuration file', () => {
  const games = 'projects:\n  game-two:\n    appKeyVariable: TWO_KEY\n    appSecretVariable: TWO_SECRET\n';
  const two = { TWO_KEY: 'two-key', TWO_SECRET: 'two-secret' };

  it('adds projects, whose credentials are in the variables that it names', async () => {
    await scratch.write('locrelease.config.yaml', `${games}    baseUrl: https://two.example\n`);
    const config = configOf({ ...complete, ...two });
    expect(config.projectNames).toEqual(['default', 'game-two']);
    const { appSecret, ...project } = config.project('game-two');
    expect(project).toMatchObject({ baseUrl: 'https://two.example', appKey: 'two-key' });
    expect(appSecret.reveal()).toBe('two-secret');
    expect(config.project('default').appKey).toBe('key-value');
  });

  it('leaves a project without an address at the address of all', async () => {
    await scratch.write('locrelease.config.yaml', games);
    expect(configOf({ ...complete, ...two }).project('game-two').baseUrl).toBe(
      'https://localization.example',
    );
  });

  it('is read from where LOCRELEASE_CONFIG says', async () => {
    await scratch.write('etc/ours.yaml', games);
    const config = configOf({ LOCRELEASE_CONFIG: 'etc/ours.yaml' });
    expect(config.projectNames).toEqual(['default', 'game-two']);
  });

  it('names what a word costs, in all languages and in some', async () => {
    expect(configOf(complete).prices).toBeNull();
    await scratch.write(
      'locrelease.config.yaml',
      'prices: { currency: EUR, perWord: 0.08, byLanguage: { ja: 0.12 } }\n',
    );
    expect(configOf(complete).prices).toEqual({ currency: 'EUR', perWord: 0.08, byLanguage: { ja: 0.12 } });
  });

  it('names what the services allow one credential', async () => {
    await scratch.write(
      'locrelease.config.yaml',
      'limits: { localization: 10 per second, social: { writes: 1 per minute } }\n',
    );
    expect(configOf(complete).limits).toEqual({
      localization: { most: 10, perMs: 1_000 },
      social: { reads: null, writes: { most: 1, perMs: 60_000 } },
    });
  });

  it('names where links of a service may lead beside the Internet', async () => {
    const allow = ['files.internal', '10.0.0.0/8', '192.168.1.7', 'fd00::/8'];
    await scratch.write('locrelease.config.yaml', `network: { allow: ${JSON.stringify(allow)} }\n`);
    expect(configOf(complete).project('default').reach.allow).toEqual(allow);
  });

  it('names the operators of the console, their roles, and what the console shall know', async () => {
    const hash = '0a'.repeat(32);
    await scratch.write(
      'locrelease.config.yaml',
      `operators:
  olga: { role: review, token: "sha256:${hash}" }
  ravi@example.com: { role: read }
policies: { fourEyes: true }
console:
  environment: production
  temporalUi: https://temporal.example
  proxy: { header: X-Forwarded-User, addresses: [10.0.0.5, "fd00::/8"] }
`,
    );
    const config = configOf(complete);
    expect([...config.operators]).toEqual([
      ['olga', { role: 'review', tokenHash: hash }],
      ['ravi@example.com', { role: 'read', tokenHash: null }],
    ]);
    expect(config.fourEyes).toBe(true);
    expect(config.console).toEqual({
      environment: 'production',
      temporalUi: 'https://temporal.example',
      proxy: { header: 'x-forwarded-user', addresses: ['10.0.0.5', 'fd00::/8'] },
    });
  });

  it('forces readings of what the services leave open', async () => {
    await scratch.write(
      'locrelease.config.yaml',
      `assumptions:
  publish-jobs: listed
  term-delete-body: ids
  draft-request: content
  create-request-fields: { strings: items, client_task_id: external_id }
`,
    );
    const config = configOf(complete);
    expect(config.assumptions.readings).toMatchObject({ 'publish-jobs': 'listed' });
    expect(config.project('default')).toMatchObject({
      createFieldNames: { strings: 'items', client_task_id: 'external_id' },
      termDeleteBody: 'ids',
    });
    expect(config.social().draftRequest).toBe('content');
  });

  it.each([
    ['publish-job: listed', /assumptions\.publish-job is not a known key \(did you mean publish-jobs\?\)/],
    [
      'publish-jobs: listd',
      /assumptions\.publish-jobs must be one of listed, unlisted \(did you mean listed\?\)/,
    ],
    ['error-text: msg', /assumptions\.error-text cannot be set: every reading of it is accepted/],
    [
      'create-request-fields: items',
      /assumptions\.create-request-fields must give our field names with theirs/,
    ],
    [
      'create-request-fields: { string: items }',
      /create-request-fields\.string is not a known key \(did you mean strings\?\)/,
    ],
    [
      'create-request-fields: { strings: "a b" }',
      /create-request-fields\.strings must be the name of a field/,
    ],
  ])('refuses the reading %s, and says what was meant', async (line, message) => {
    await scratch.write('locrelease.config.yaml', `assumptions:\n  ${line}\n`);
    expect(refusal(() => configOf(complete))).toMatch(message);
  });

  it.each([
    [
      '# first\nprojects: {}\noperators:\n  olga:\n    role: root\n',
      /:5: operators\.olga\.role must be one of/,
    ],
    ['network:\n  allow:\n    - 10.0.0.1\n    - "a b"\n', /:4: network\.allow\[1\] must be a host name, /],
    ['projects: {}\n\nsurprise: 1\n', /:3: surprise is not a known key; allowed keys: .*projects, /],
  ])('is refused with the line to look at', async (text, message) => {
    await scratch.write('locrelease.config.yaml', text);
    expect(refusal(() => configOf(complete))).toMatch(message);
  });

  it('that lacks a project is told with those that there are', async () => {
    await scratch.write(
      'locrelease.config.yaml',
      'projects: { game: { appKeyVariable: A, appSecretVariable: B } }\n',
    );
    expect(refusal(() => configOf(complete).project('gmae'))).toBe(
      `Project gmae is not in the configuration file (${scratch.path('locrelease.config.yaml')}:1). Did you mean game? There are: game, default.`,
    );
  });

  it('may be empty', async () => {
    await scratch.write('locrelease.config.yaml', '# nothing yet\n');
    expect(configOf({}).projectNames).toEqual(['default']);
  });

  it.each([
    ['aliases', `a: &a [x]\nb: [${'*a,'.repeat(6000)}]\n`, /is not valid YAML: line 2: aliases exceeded/],
    [
      'keys',
      Array.from({ length: 60_000 }, (_, i) => `key${i}: x\n`).join(''),
      /key0 is not a known key.{1,1000}; nor are 59999 others here\.$/,
    ],
    ['characters', `# ${'x'.repeat(1024 * 1024)}`, /is larger than 1 MB\.$/],
    ['levels', `a: ${'['.repeat(1000)}`, /is not valid YAML: line 1: nesting exceeded/],
    [
      'operators',
      `operators: {${Array.from({ length: 5000 }, (_, i) => `o${i}: {}`).join(',')}}`,
      /\nand 4980 more$/,
    ],
  ])('is refused at once where it has too many %s', async (_what, text, message) => {
    await scratch.write('locrelease.config.yaml', text);
    expect(refusal(() => configOf(complete))).toMatch(message);
  });

  it('shows nothing of what could be a secret where it cannot be read', async () => {
    for (const text of [
      'token: *hunter2\n',
      'token: !hunter2 x\n',
      'token: "hunter2\n',
      'hunter2: 1\nhunter2: 2\n',
    ]) {
      await scratch.write('locrelease.config.yaml', text);
      expect(refusal(() => configOf(complete))).not.toContain('hunter2');
    }
  });

  it('says where exports must stay, as the environment does', async () => {
    expect(configOf(complete).exportsRoot).toBeNull();
    expect(configOf({ ...complete, LOCRELEASE_EXPORTS_ROOT: '/exports' }).exportsRoot).toBe('/exports');
    await scratch.write('locrelease.config.yaml', 'exports:\n  root: files\n');
    const { exportsRoot } = configOf({ ...complete, LOCRELEASE_EXPORTS_ROOT: '/exports' });
    expect(exportsRoot).toBe(scratch.path('files'));
  });

  it('must be there if LOCRELEASE_CONFIG names it', () => {
    const message = refusal(() => configOf({ LOCRELEASE_CONFIG: 'absent.yaml' }));
    expect(message).toMatch(/^LOCRELEASE_CONFIG: Cannot read/);
    expect(message).toContain(scratch.path('absent.yaml'));
  });

  it('names a variable that a project needs and that is not set, or is bad', async () => {
    await scratch.write('locrelease.config.yaml', games);
    expect(refusal(() => configOf(complete).project('game-two'))).toBe('TWO_KEY is not set.');
    const trailing = { ...complete, ...two, TWO_SECRET: 'two-secret\n' };
    const message = refusal(() => configOf(trailing).project('game-two'));
    expect(message).toMatch(/^TWO_SECRET /);
    expect(message).not.toContain('two-secret');
  });

  it('is where a project must be that is not default', () => {
    expect(refusal(() => configOf(complete).project('game-three'))).toContain('game-three');
  });

  it.each([
    ['an unknown key', 'project: {}\n', 'project'],
    ['an unknown key of a project', `${games}    appSecret: bad-value\n`, 'projects.game-two'],
    ['a missing key', 'projects:\n  a:\n    appKeyVariable: A\n', 'projects.a.appSecretVariable'],
    ['an address that is none', `${games}    baseUrl: bad-value\n`, 'projects.game-two.baseUrl'],
    [
      'a credential in place of its variable',
      games.replace('TWO_SECRET', 'bad-value'),
      'projects.game-two.appSecretVariable',
    ],
    ['a project name that is none', games.replace('game-two', 'Game Two'), 'projects.Game Two'],
    ['an operator without a role', 'operators:\n  olga: {}\n', 'operators.olga.role'],
    ['a role that is none', 'operators:\n  olga: { role: bad-value }\n', 'operators.olga.role'],
    [
      'a token in place of its hash',
      'operators:\n  olga: { role: read, token: bad-value }\n',
      'operators.olga.token',
    ],
    ['an operator without a name', 'operators:\n  " ": { role: read }\n', 'operators. '],
    ['a policy that is none', 'policies: { sixEyes: true }\n', 'policies'],
    ['prices without a currency', 'prices: { perWord: 0.1 }\n', 'prices.currency'],
    ['a price that is none', 'prices: { currency: EUR, perWord: bad-value }\n', 'prices.perWord'],
    [
      'a price below nothing',
      'prices: { currency: EUR, perWord: 1, byLanguage: { ja: -1 } }\n',
      'prices.byLanguage.ja',
    ],
    ['a rate that is none', 'limits: { localization: 0 per second }\n', 'limits.localization'],
    ['a rate without a span', 'limits: { social: { reads: 10 } }\n', 'limits.social.reads'],
    ['a network that is none', 'network: { allow: ["https://bad-value/"] }\n', 'network.allow[0]'],
    ['a network that is too long', 'network: { allow: ["10.0.0.0/99"] }\n', 'network.allow[0]'],
    ['an address of pages that is none', 'console: { temporalUi: bad-value }\n', 'console.temporalUi'],
    [
      'a proxy that anybody could be',
      'console: { proxy: { header: x-user, addresses: [] } }\n',
      'console.proxy.addresses',
    ],
    [
      'a proxy by its name',
      'console: { proxy: { header: x-user, addresses: [bad-value] } }\n',
      'console.proxy.addresses[0]',
    ],
    ['no mapping', 'hello\n', ''],
    ['no YAML', 'projects: [\n', ''],
  ])('is refused by its path and key for %s', async (_what, text, key) => {
    const path = await scratch.write('locrelease.config.yaml', text);
    const message = refusal(() => configOf({ ...complete, ...two }));
    expect(message).toContain(path);
    expect(message).toContain(key);
    expect(message).not.toContain('bad-value');
  });
});

describe('routes of notices', () => {
  const withRoutes = async (routes: object[], env: Record<string, string> = {}) => {
    const projects = { game: { appKeyVariable: 'GAME_KEY', appSecretVariable: 'GAME_SECRET' } };
    await scratch.write('locrelease.config.yaml', JSON.stringify({ projects, notices: { routes } }));
    return configOf(env);
  };
  const webhook = { urlVariable: 'OPS_HOOK_URL', secretVariable: 'OPS_HOOK_SECRET' };
  const variables = {
    OPS_HOOK_URL: 'https://hooks.example/T0/very-secret',
    OPS_HOOK_SECRET: 'hook-secret',
    SMTP_URL: 'smtps://me:pass-word@mail.example.org',
    MAIL_FROM: 'Releases <loc@example.org>',
  };

  it('are for all that needs a person and for every project, unless they say otherwise', async () => {
    const { notices } = await withRoutes([
      { webhook },
      {
        slack: { urlVariable: 'SLACK_URL' },
        events: ['release.done'],
        projects: ['game'],
        quietHours: { from: '22:00', to: '07:30', timezone: 'Europe/Berlin' },
      },
    ]);
    const [first, second] = notices.routes;
    expect(first).toMatchObject({ key: 'webhook-OPS_HOOK_URL', projects: null, quietHours: null });
    expect(first?.events).not.toContain('release.done');
    expect(first?.events).toContain('review.escalated');
    expect(second).toMatchObject({
      label: 'slack SLACK_URL',
      events: ['release.done'],
      projects: ['game'],
      quietHours: { fromMinute: 1320, toMinute: 450, timezone: 'Europe/Berlin' },
    });
  });

  it('are told apart where they lead to the same place, and name no person', async () => {
    const mail = { to: ['loc@example.org'] };
    const { notices } = await withRoutes([{ mail }, { mail, events: ['review.escalated'] }]);
    const [key = '', another] = notices.routes.map((route) => route.key);
    expect(key).toMatch(/^mail-[0-9a-f]{12}$/);
    expect(another).toBe(`${key}-2`);
  });

  it('have what their variables hold, and print none of it', async () => {
    const config = await withRoutes([{ webhook }, { mail: { to: ['a@example.org'] } }], variables);
    const [hook, mail] = config.noticeRoutes().map(({ receiver }) => receiver);
    expect(hook?.kind === 'webhook' && hook.url.reveal()).toBe(variables.OPS_HOOK_URL);
    expect(mail).toMatchObject({ kind: 'mail', from: variables.MAIL_FROM, to: ['a@example.org'] });
    expect(inspect(config.noticeRoutes(), { depth: null })).not.toMatch(/very-secret|hook-secret|pass-word/);
  });

  it.each([
    ['OPS_HOOK_URL', { OPS_HOOK_URL: undefined }],
    ['OPS_HOOK_SECRET', { OPS_HOOK_SECRET: undefined }],
    ['OPS_HOOK_URL', { OPS_HOOK_URL: 'ftp://hooks.example/very-secret' }],
    ['SMTP_URL', { SMTP_URL: undefined }],
    ['MAIL_FROM', { MAIL_FROM: undefined }],
  ])('name %s where it is missing or bad', async (name, change) => {
    const env = Object.entries({ ...variables, ...change }).filter(([, value]) => value !== undefined);
    const config = await withRoutes(
      [{ webhook }, { mail: { to: ['a@example.org'] } }],
      Object.fromEntries(env) as Record<string, string>,
    );
    const message = refusal(() => config.noticeRoutes());
    expect(message).toMatch(new RegExp(`^${name} `));
    expect(message).not.toContain('very-secret');
  });

  it.each([
    ['SMTP_URL', 'http://mail.example.org'],
    ['SMTP_URL', 'smtp://mail.example.org/?tls=no'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@example.org>'],
  ])('are not sent by %s=%s', (name, value) => {
    expect(refusal(() => configOf({ [name]: value }))).toMatch(new RegExp(`^${name} must`));
  });

  it.each([
    ['routes[0]', [{}]],
    ['routes[0]', [{ webhook, slack: { urlVariable: 'A' } }]],
    ['routes[0].events[0]', [{ webhook, events: ['release.started'] }]],
    ['routes[0].mail.to[0]', [{ mail: { to: ['nobody'] } }]],
    ['routes[0].webhook.urlVariable', [{ webhook: { ...webhook, urlVariable: 'https://x.example' } }]],
    ['routes[0].quietHours.to', [{ webhook, quietHours: { from: '22:00', to: '22:00', timezone: 'UTC' } }]],
    [
      'routes[0].quietHours.timezone',
      [{ webhook, quietHours: { from: '22:00', to: '7:00', timezone: 'CET+1' } }],
    ],
    ['routes: webhook OPS_HOOK_URL is for project gmae', [{ webhook, projects: ['gmae'] }]],
  ])('are refused with their place: %s', async (place, routes) => {
    await expect(withRoutes(routes)).rejects.toThrow(`notices.${place}`);
  });
});
