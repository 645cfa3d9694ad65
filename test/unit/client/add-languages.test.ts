import type { Client } from '@temporalio/client';
import { addLanguages } from '../../../src/client/releases/add-languages';
import type { ReleaseClient } from '../../../src/client/releases/release-client';
import { ConfigError } from '../../../src/config/config-error';
import type { LocalizationClient } from '../../../src/localization/localization-client';

const listing = (...codes: string[]): LocalizationClient =>
  ({
    languages: () => Promise.resolve({ data: codes.map((code) => ({ code })) }),
  }) as unknown as LocalizationClient;

/** To a release in Japanese that runs. */
async function add(
  languages: string[],
  {
    listed = listing('FR', 'ja'),
    allowUnlisted = false,
  }: { listed?: LocalizationClient | null; allowUnlisted?: boolean } = {},
): Promise<{ added: string[]; warnings: string[] }> {
  const releaseClient = {
    status: () => Promise.resolve({ languages: ['ja'] }),
    handle: () => ({}),
    tell: () => Promise.resolve({ added: languages }),
  } as unknown as ReleaseClient;
  return addLanguages(
    {
      client: {} as Client,
      releaseClient,
      taskQueue: 'q',
      localization: () => {
        if (listed === null) throw new ConfigError('LOCALIZATION_BASE_URL is not set.');
        return listed;
      },
    },
    { id: 'game-1', languages, by: 'olga', allowUnlisted },
  );
}

describe('languages that are added to a release', () => {
  it('are refused where the service does not list them, and has those of the release', async () => {
    await expect(add(['fr', 'jp'])).rejects.toThrow(
      'The localization service does not list the language jp. Did you mean ja? Nothing was added. If the service takes it all the same, use --allow-unlisted.',
    );
  });

  it('are added where that is allowed, or where there are no credentials here', async () => {
    expect(await add(['jp'], { allowUnlisted: true })).toEqual({ added: ['jp'], warnings: [] });
    expect(await add(['jp'], { listed: null })).toEqual({ added: ['jp'], warnings: [] });
  });

  it('are only warned of where the list is of something else', async () => {
    expect(await add(['jp'], { listed: listing('de') })).toEqual({
      added: ['jp'],
      warnings: ['The localization service does not list the language jp.'],
    });
  });
});
