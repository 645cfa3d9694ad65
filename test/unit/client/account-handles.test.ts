import { ConfigError } from '../../../src/config/config-error';
import { AccountHandles } from '../../../src/client/account-handles';
import { Secret } from '../../../src/http/secret';
import { BareServer, type Answer } from '../../support/bare-server';
import { ACCESS_TOKEN, refuseWith, succeedWith } from '../../support/social-client';

const account = { id: 'acc_1', platform: 'x', handle: '@game', status: 'active', canPublish: true };

/** Reads handles from a service that gives these answers in turn, at times that the test sets. */
async function withService(
  answers: Answer[],
  run: (read: (nowMs: number) => Promise<Record<string, string>>) => Promise<void>,
): Promise<void> {
  const server = await BareServer.start((response, ...rest) => {
    const [answer = refuseWith(500, 'internal')] = answers.splice(0, 1);
    answer(response, ...rest);
  });
  let clockMs = 0;
  const settings = {
    baseUrl: server.url,
    accessToken: new Secret(ACCESS_TOKEN),
    draftRequest: 'text' as const,
  };
  const handles = new AccountHandles({ social: () => settings }, () => clockMs);
  try {
    await run(async (nowMs) => {
      clockMs = nowMs;
      return Object.fromEntries(await handles.read());
    });
  } finally {
    await server.close();
  }
}

it('handles are read once for a while, and then anew', async () => {
  const renamed = { ...account, handle: '@game2' };
  await withService(
    [succeedWith({ accounts: [account] }), succeedWith({ accounts: [renamed] })],
    async (read) => {
      expect(await read(0)).toEqual({ acc_1: '@game' });
      expect(await read(60_000)).toEqual({ acc_1: '@game' });
      expect(await read(301_000)).toEqual({ acc_1: '@game2' });
    },
  );
});

it('there are none where the service refuses, until it is asked again', async () => {
  await withService([refuseWith(401, 'unauthorized'), succeedWith({ accounts: [account] })], async (read) => {
    expect(await read(0)).toEqual({});
    expect(await read(1000)).toEqual({});
    expect(await read(31_000)).toEqual({ acc_1: '@game' });
  });
});

it('there are none where the gateway has no credentials', async () => {
  const handles = new AccountHandles({
    social: () => {
      throw new ConfigError('SOCIAL_ACCESS_TOKEN is not set.');
    },
  });
  expect([...(await handles.read())]).toEqual([]);
});
