import { stringify } from 'yaml';
import type { ServiceAccess } from '../../src/client/access';
import { checkBeforeStart } from '../../src/client/plans/check-before-start';
import { ArchivedReleases } from '../../src/client/records/archived-releases';
import { readConfig } from '../../src/config/config';
import { ConfigError } from '../../src/config/config-error';
import { GateClosed } from '../../src/client/errors';
import type { Prices } from '../../src/domain/cost';
import { Secret } from '../../src/http/secret';
import { ServiceError } from '../../src/http/service-error';
import { LocalizationClient } from '../../src/localization/localization-client';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { SocialClient } from '../../src/social/social-client';
import { readReleaseText } from '../../src/source/read-release-file';
import { Archive } from '../../src/store/archive';
import { DirectoryStorage } from '../../src/store/directory-storage';
import { putSnapshot } from '../../src/store/source-snapshot';
import { UnwrittenStore } from '../../src/store/unwritten-store';
import { DirectoryStore } from '../support/directory-store';
import { freePorts } from '../../src/temporal/server/free-ports';
import { endedInput, publishedBody } from '../support/manifest';
import { useScratch } from '../support/scratch';
import { startStillSandbox } from './support';

/** Of releases before it. */
const scratch = useScratch();
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

  beforeEach(() => {
    archive = new ArchivedReleases(new Archive(new DirectoryStorage(scratch.path('store'))));
    records = { archive, temporal: null };
  });
  let archive: ArchivedReleases;
  let records: { archive: ArchivedReleases; temporal: null };

  const open = <Client extends LocalizationClient | SocialClient>(client: Client): Client => {
    opened.push(client);
    return client;
  };
  function services({ url = sandbox.url, secret = '', token = '' } = {}): Pick<
    ServiceAccess,
    'localization' | 'social'
  > {
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
  async function check(
    change: object = {},
    access = services(),
    prices: Prices | null = null,
    readings: Record<string, string> = {},
  ): Promise<string[]> {
    const text = stringify({ ...release, ...change });
    const store = new UnwrittenStore(new DirectoryStore('nowhere'));
    const snapshot = await putSnapshot(store, [
      { string_id: 'a', content: 'Start the game' },
      { string_id: 'b', content: 'Quit' },
    ]);
    const source = { kind: 'snapshot', ...snapshot } as const;
    return checkBeforeStart(
      { file: 'release.yaml', text, input: { spec: readReleaseText('release.yaml', text), source } },
      { ...access, ...records, store, config: { prices, assumptions: { readings } } },
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
        'release.yaml:7: export.template: There is no export template none in the project. There is: game-ini. Nothing was started.',
        'release.yaml:11: announce.accounts[1]: There is no account acc_9 in the workspace. Did you mean acc_1? There are: acc_1 (x, @sandboxgames), acc_2 (threads, @sandboxgames). Nothing was started.',
        'release.yaml:13: announce.platforms[0]: No account of the workspace can publish on myspace. Connect one in the application (',
      ].join('\n'),
    );
  });

  describe('of languages that the service does not list', () => {
    const languages = { targetLanguages: ['zh-cn', 'jp'], supplementLanguages: ['kr'] };

    it('refuse them where it lists others of the release, with what was meant', async () => {
      const remedy =
        'If the service takes it all the same, set allowUnlisted: true in the release file (in a terminal: --allow-unlisted). Nothing was started.';
      await expect(check(languages)).rejects.toThrow(
        [
          `release.yaml:6: targetLanguages[1]: The localization service does not list the language jp. Did you mean ja? ${remedy}`,
          `release.yaml:14: supplementLanguages[0]: The localization service does not list the language kr. Did you mean ko? ${remedy}`,
        ].join('\n'),
      );
    });

    it('take them where that is allowed', async () => {
      expect(await check({ ...languages, allowUnlisted: true })).toEqual([]);
    });

    it('only warn where it lists none of the release', async () => {
      expect(await check({ targetLanguages: ['jp'] })).toEqual([
        'The localization service does not list the language jp. Did you mean ja?',
      ]);
      await expect(check({ targetLanguages: ['jp'], preflight: 'strict' })).rejects.toThrow(
        'preflight: The localization service does not list the language jp.',
      );
    });
  });

  it('refuse a waiver that has ended, with its date and line', async () => {
    const waiver = { language: 'ja', by: 'olga', reason: 'late' };
    const exported = { template: 'game-ini', minimumComplete: { ja: 95 } };
    await expect(
      check({ export: { ...exported, waivers: [{ ...waiver, until: '2026-01-31' }] } }),
    ).rejects.toThrow(
      'release.yaml:14: export.waivers[0].until: The waiver of olga for ja ended on 2026-01-31. Give it a later date, or remove it. Nothing was started.',
    );
    expect(await check({ export: { ...exported, waivers: [{ ...waiver, until: '2999-01-31' }] } })).toEqual(
      [],
    );
  });

  it('refuse a project that the configuration does not have, with the line of both', async () => {
    const config = await scratch.write(
      'config.yaml',
      '# ours\nprojects:\n  game: { appKeyVariable: A, appSecretVariable: B }\n',
    );
    const read = readConfig({ LOCRELEASE_CONFIG: config });
    const access = { ...services(), localization: (name: string) => read.project(name) as never };
    await expect(check({ project: 'gmae' }, access)).rejects.toThrow(
      `release.yaml:12: project: Project gmae is not in the configuration file (${config}:2). Did you mean game? There are: game, default. Nothing was started.`,
    );
    const nowhere = readConfig({}, scratch.path());
    const none = { ...services(), localization: (name: string) => nowhere.project(name) as never };
    expect(await check({ project: 'gmae' }, none)).toEqual([
      'The localization service was not checked before the start: Project gmae is in no configuration file: there is none here. The workers check it.',
    ]);
  });

  describe('of languages that are published', () => {
    const checkAs = (readings: Record<string, string>, change: object = {}): Promise<string[]> =>
      check(change, services(), null, readings);
    beforeEach(async () => {
      await archive.put(publishedBody(['ja', 'ko'], { input: endedInput('game-2.3.0') }), null);
    });

    it('warn where it is not known whether a publish takes them away', async () => {
      expect(await checkAs({})).toEqual([
        expect.stringContaining('This release may lose ko, which default/game-2.3.0 has published.'),
      ]);
      await expect(checkAs({}, { preflight: 'strict' })).rejects.toThrow(
        'preflight: This release may lose ko',
      );
    });

    it('refuse where it is known to, unless they may be lost', async () => {
      const replace = { 'publish-languages': 'replace' };
      await expect(checkAs(replace)).rejects.toThrow(
        'release.yaml:4: targetLanguages: This release would lose ko, which default/game-2.3.0 has published. To publish all the same, set loseLanguages: true in the release file (in a terminal: --lose-languages). Nothing was started.',
      );
      expect(await checkAs(replace, { loseLanguages: true })).toEqual([]);
      expect(await checkAs(replace, { targetLanguages: ['ko', 'ja'] })).toEqual([]);
      expect(await checkAs(replace, { publish: false })).toEqual([
        expect.stringContaining('publish is false'),
      ]);
    });

    it('say nothing where it is known to keep them', async () => {
      expect(await checkAs({ 'publish-languages': 'keep' })).toEqual([]);
    });
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

  it('warn of the source language as a target, as the service names it', async () => {
    expect(await check({ targetLanguages: ['en', 'ja'] })).toEqual([
      expect.stringContaining('en is the source language of the project'),
    ]);
  });

  describe('of a budget', () => {
    const prices = { currency: 'EUR', perWord: 0.1, byLanguage: { ja: 0.25 } };
    const two = { targetLanguages: ['fr', 'ja'] };

    it('find nothing where all stays within it', async () => {
      expect(await check({ ...two, budget: { words: 8, cost: 1.4 } }, services(), prices)).toEqual([]);
    });

    it('stop what is over it, with the table and the line', async () => {
      const over = check({ ...two, budget: { words: 7, cost: 1.39 } }, services(), prices);
      await expect(over).rejects.toThrow(GateClosed);
      await expect(over).rejects.toThrow(
        [
          'release.yaml:13: budget: The release is over its budget: 8 words to translate, and budget.words is 7; 1.40 EUR, and budget.cost is 1.39 EUR.',
          '  fr                  4 words          0.40 EUR',
          '  ja                  4 words          1.00 EUR',
          '  in all              8 words          1.40 EUR',
          'Nothing was started. Raise the budget, or ask for less.',
        ].join('\n'),
      );
    });

    it('leave the cost to workers that have prices', async () => {
      expect(await check({ budget: { cost: 1 } })).toEqual([
        'budget.cost was not checked: there are no "prices" in the configuration file here. The workers check it.',
      ]);
    });

    it('are not made where the service reads the source, and say so', async () => {
      const budget = { words: 1 };
      const text = stringify({ ...release, source: { url: 'https://files.example/en.xlsx' }, budget });
      const spec = readReleaseText('release.yaml', text);
      const source = { kind: 'url', url: 'https://files.example/en.xlsx' } as const;
      const store = new UnwrittenStore(new DirectoryStore('nowhere'));
      const config = { prices, assumptions: { readings: {} } };
      const access = { ...services(), ...records, store, config };
      const doubt = 'The budget was not checked, because the service reads the source.';
      const asked = { file: 'release.yaml', text, input: { spec, source } };
      expect(await checkBeforeStart(asked, access)).toEqual([doubt]);
      const strict = { ...asked, input: { spec: { ...spec, preflight: 'strict' as const }, source } };
      await expect(checkBeforeStart(strict, access)).rejects.toThrow(`preflight: ${doubt}`);
    });
  });
});
