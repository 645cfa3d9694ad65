import { stringify } from 'yaml';
import { checkBeforeStart } from '../../src/client/check-before-start';
import type { PlanningServices } from '../../src/client/plan-release';
import { ConfigError } from '../../src/config/config-error';
import { Secret } from '../../src/http/secret';
import { ServiceError } from '../../src/http/service-error';
import { LocalizationClient } from '../../src/localization/localization-client';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { SocialClient } from '../../src/social/social-client';
import { readReleaseText } from '../../src/source/read-release-file';
import { freePorts } from '../../src/temporal/free-ports';
import { startStillSandbox } from './support';

const release = {
  name: 'game-2.4.0',
  source: { file: 'en.json' },
  targetLanguages: ['ja'],
  export: { template: 'game-ini' },
  announce: { accounts: ['acc_1'], text: 'Out.' },
};

describe('the checks before a start', () => {
  let sandbox: Sandbox;
  const opened: (LocalizationClient | SocialClient)[] = [];
  beforeEach(async () => {
    sandbox = await startStillSandbox();
  });
  afterEach(() => Promise.all(opened.splice(0).map((client) => client.close())));

  const open = <Client extends LocalizationClient | SocialClient>(client: Client): Client => {
    opened.push(client);
    return client;
  };
  function services({ url = sandbox.url, secret = '', token = '' } = {}): PlanningServices {
    const [project] = sandbox.profile.projects;
    const [credential] = sandbox.profile.workspace.credentials;
    return {
      localization: () =>
        open(
          new LocalizationClient({
            baseUrl: url,
            appKey: project?.appKey ?? '',
            appSecret: new Secret(secret || (project?.appSecret ?? '')),
          }),
        ),
      social: () =>
        open(new SocialClient({ baseUrl: url, accessToken: new Secret(token || (credential?.token ?? '')) })),
    };
  }
  function check(change: object = {}, access = services()): Promise<string[]> {
    const text = stringify({ ...release, ...change });
    return checkBeforeStart(
      { file: 'release.yaml', text, spec: readReleaseText('release.yaml', text) },
      access,
    );
  }

  it('find nothing where all is in order', async () => {
    expect(await check()).toEqual([]);
  });

  it('tell what a service would refuse with file, line and key', async () => {
    const change = {
      export: { template: 'none' },
      announce: { accounts: ['acc_1', 'acc_9'], platforms: ['myspace'], text: 'Out.' },
    };
    await expect(check(change)).rejects.toThrow(
      [
        'release.yaml:7: export.template: There is no export template none in the project. Create it, or name another one. Nothing was started.',
        'release.yaml:11: announce.accounts[1]: There is no account acc_9 in the workspace. Connect it, or name another one. Nothing was started.',
        'release.yaml:13: announce.platforms[0]: No account of the workspace can publish on myspace. Connect one in the application. Nothing was started.',
      ].join('\n'),
    );
  });

  it('tell what may go wrong, and stop nothing for it', async () => {
    expect(await check({ targetLanguages: ['xx'] })).toEqual([
      expect.stringContaining('does not list the language xx'),
    ]);
  });

  it('leave to the workers what is not set up here', async () => {
    const unset = (name: string) => () => {
      throw new ConfigError(`${name} is not set.`);
    };
    const nothing = { localization: unset('LOCALIZATION_BASE_URL'), social: unset('SOCIAL_BASE_URL') };
    expect(await check({}, nothing)).toEqual([
      'The localization service was not checked before the start: LOCALIZATION_BASE_URL is not set. The workers check it.',
    ]);
    const unannounced = { ...services(), social: unset('SOCIAL_BASE_URL') };
    expect(await check({}, unannounced)).toEqual([
      'The announcement was not checked before the start: SOCIAL_BASE_URL is not set. The workers check it.',
    ]);
    await expect(check({ export: { template: 'none' } }, unannounced)).rejects.toThrow('export.template');
  });

  it('let nobody wait for a service that is not there', async () => {
    const [port = 0] = await freePorts(1);
    expect(await check({}, services({ url: `http://127.0.0.1:${port}` }))).toEqual([
      expect.stringMatching(/^Not all was checked before the start: .* The workers check it again\.$/),
    ]);
  });

  it('stop where the service refuses the credential', async () => {
    await expect(check({}, services({ secret: 'wrong' }))).rejects.toThrow(ServiceError);
    await expect(check({}, services({ token: 'wrong' }))).rejects.toThrow(ServiceError);
  });
});
