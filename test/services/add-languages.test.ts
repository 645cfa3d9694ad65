/** What is checked at the service before a release is told of more languages. Temporal is stubbed. */
import type { Client } from '@temporalio/client';
import { addLanguages } from '../../src/client/releases/add-languages';
import { BadRequest } from '../../src/client/errors';
import type { ReleaseClient } from '../../src/client/releases/release-client';
import { ConfigError } from '../../src/config/config-error';
import type { LocalizationClient } from '../../src/localization/localization-client';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { releaseStatus } from '../support/release-status';
import { localizationClient, startStillSandbox } from './support';

let sandbox: Sandbox;
let release: jest.Mocked<Pick<ReleaseClient, 'handle' | 'status' | 'executeUpdate'>>;
beforeEach(async () => {
  sandbox = await startStillSandbox();
  release = {
    handle: jest.fn(),
    status: jest.fn().mockResolvedValue(releaseStatus({ languages: ['ja'] })),
    executeUpdate: jest.fn((_id, _update, { languages }: { languages: string[] }) =>
      Promise.resolve({ added: languages }),
    ) as never,
  };
});

const add = (
  languages: string[],
  { allowUnlisted = false, localization = (): LocalizationClient => localizationClient(sandbox) } = {},
) =>
  addLanguages(
    {
      client: {} as Client,
      releases: release as unknown as ReleaseClient,
      config: { taskQueue: 'q' },
      localization,
    },
    { id: 'default/game-1', languages, by: 'olga', allowUnlisted },
  );

it('adds what the service lists', async () => {
  expect(await add(['fr'])).toEqual({ added: ['fr'], warnings: [] });
});

it.each([[['fr', 'xx']], [['xx']]])(
  'adds nothing of %j, which the service does not list',
  async (languages) => {
    const refused = add(languages);
    await expect(refused).rejects.toThrow(BadRequest);
    await expect(refused).rejects.toThrow(
      /does not list the language xx\..* Nothing was added\. .* \(in a terminal: --allow-unlisted\)\.$/,
    );
    expect(release.executeUpdate).not.toHaveBeenCalled();
  },
);

it('adds what the service does not list where it is told so, and does not ask for the list', async () => {
  expect(await add(['fr', 'xx'], { allowUnlisted: true })).toEqual({ added: ['fr', 'xx'], warnings: [] });
  expect(sandbox.journal.find({ subject: 'GET /languages' })).toEqual([]);
});

it('warns where the list has none of its languages, and may not have been understood', async () => {
  release.status.mockResolvedValue(releaseStatus({ languages: ['yy'] }));
  expect(await add(['xx'])).toEqual({
    added: ['xx'],
    warnings: [expect.stringContaining('does not list the language xx.')],
  });
});

it('is not held up where there is no list', async () => {
  sandbox.faults.add({ on: 'GET /languages', do: 'refuse', code: 404, nth: 'all' });
  expect(await add(['xx'])).toEqual({
    added: ['xx'],
    warnings: [expect.stringContaining('the languages were not checked')],
  });
});

it('checks nothing where there are no credentials', async () => {
  const localization = (): never => {
    throw new ConfigError('LOCALIZATION_APP_KEY is not set.');
  };
  expect(await add(['xx'], { localization })).toEqual({ added: ['xx'], warnings: [] });
});
