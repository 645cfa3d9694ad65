import { ConfigError } from '../../../src/config/config-error';
import { Secret } from '../../../src/http/secret';
import { type Answer, BareServer } from '../../support/bare-server';
import { ACCESS_TOKEN, refuseWith, succeedWith } from '../../support/social-client';
import { accountsHealth, accountHandles } from '../../../src/client/accounts';
import type { Account } from '../../../src/social/replies';
import { announcedOn, releaseStatus } from '../../support/release-status';

describe('account handles', () => {
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
    jest.spyOn(Date, 'now').mockImplementation(() => clockMs);
    const handles = accountHandles({ social: () => settings });
    try {
      await run(async (nowMs) => {
        clockMs = nowMs;
        return Object.fromEntries(await handles());
      });
    } finally {
      jest.restoreAllMocks();
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
    await withService(
      [refuseWith(401, 'unauthorized'), succeedWith({ accounts: [account] })],
      async (read) => {
        expect(await read(0)).toEqual({});
        expect(await read(1000)).toEqual({});
        expect(await read(31_000)).toEqual({ acc_1: '@game' });
      },
    );
  });

  it('there are none where the gateway has no credentials', async () => {
    const handles = accountHandles({
      social: () => {
        throw new ConfigError('SOCIAL_ACCESS_TOKEN is not set.');
      },
    });
    expect([...(await handles())]).toEqual([]);
  });
});

describe('account health', () => {
  const account = (id: string, more: Partial<Account> = {}): Account => ({
    id,
    platform: 'x',
    handle: `@${id}`,
    displayName: null,
    status: 'active',
    canPublish: true,
    isManual: false,
    groupIds: [],
    ...more,
  });
  const problem = (code: string, message: string) => ({
    code,
    message,
    traceIds: [],
    actions: ['retry' as const],
  });
  const waitingFor = { kind: 'decision' as const, since: '2026-11-16T09:00:00.000Z', dueAt: null };
  const partial = (
    name: string,
    targets: { accountId: string; errorCode: string | null; message: string | null }[],
  ) =>
    releaseStatus({
      id: `default/${name}`,
      name,
      state: 'partial',
      stage: 'announce',
      waitingFor,
      problem: problem('announce_failed', 'It failed.'),
      announcement: announcedOn(targets.map((target) => ({ platform: 'x', status: 'failed', ...target }))),
    });
  const parked = (name: string, stage: 'create' | 'announce', code: string, message: string) =>
    releaseStatus({
      id: `default/${name}`,
      name,
      state: 'parked',
      stage,
      waitingFor,
      problem: problem(code, message),
      facts:
        code === 'preflight'
          ? { stops: message.split('\n') }
          : {
              refusedBy: 'social',
              call: 'POST /posts',
              said: message,
              shape: null,
              advice: 'Upgrade the plan.',
            },
    });

  it("shows the platform's own words apart from what mends it, and each release that waits", () => {
    const message = 'Session expired.';
    const failed = { accountId: 'acc_1', errorCode: 'token_expired', message };
    const { accounts } = accountsHealth(
      [account('acc_2'), account('acc_1')],
      [partial('one', [failed]), partial('two', [failed])],
    );
    expect(accounts.map(({ id }) => id)).toEqual(['acc_1', 'acc_2']);
    expect(accounts[0]?.failures).toMatchObject([
      {
        cause: 'token_expired',
        why: 'the authorization of the account has expired',
        messages: ['Session expired.'],
        advice: 'Authorize the account again in the application.',
        releases: [{ id: 'default/one' }, { id: 'default/two' }],
      },
    ]);
    expect(accounts[1]?.failures).toEqual([]);
  });

  it('a parked release belongs to the accounts that its problem names, and to no other', () => {
    const message =
      'The authorization of account acc_1 (@a) has expired. Authorize it again in the application.\nTemplate tpl-9 does not exist.';
    const { accounts, failures } = accountsHealth(
      [account('acc_1', { status: 'expired' }), account('acc_11'), account('acc')],
      [parked('one', 'create', 'preflight', message)],
    );
    expect(accounts.map(({ id, failures }) => [id, failures.length])).toEqual([
      ['acc_1', 1],
      ['acc_11', 0],
      ['acc', 0],
    ]);
    expect(accounts[0]?.failures[0]).toMatchObject({
      cause: 'preflight',
      why: 'The authorization of account acc_1 (@a) has expired. Authorize it again in the application.',
      messages: [],
    });
    expect(failures).toEqual([]);
  });

  it('what no account is the reason of stands by itself, and other stages are no matter of accounts', () => {
    const { accounts, failures } = accountsHealth(
      [account('acc_1')],
      [
        parked('one', 'announce', 'plan_limit', 'The plan has no scheduled posts left.'),
        parked('two', 'create', 'preflight', 'Template tpl-9 does not exist.'),
      ],
    );
    expect(accounts[0]?.failures).toEqual([]);
    expect(failures).toMatchObject([
      {
        cause: 'plan_limit',
        messages: ['The plan has no scheduled posts left.'],
        releases: [{ name: 'one' }],
      },
    ]);
  });

  it('accounts that only releases know of are there, also where the service cannot be asked', () => {
    const failed = { accountId: 'acc_7', errorCode: null, message: null };
    const { accounts } = accountsHealth(null, [partial('one', [failed])]);
    expect(accounts).toMatchObject([
      {
        id: 'acc_7',
        handle: null,
        status: null,
        failures: [{ cause: 'no code', why: 'the platform refused the post', messages: [] }],
      },
    ]);
  });

  it.each([
    [{ status: 'expired' }, /has expired/],
    [{ status: 'expiring' }, /expires soon/],
    [{ isManual: true }, /by hand/],
    [{ canPublish: false }, /cannot publish/],
    [{ canPublish: null }, null],
  ] as const)('an account that is %j says what keeps it from publishing', (more, fault) => {
    const [shown] = accountsHealth([account('acc_1', more)], []).accounts;
    if (fault === null) expect(shown?.fault).toBeNull();
    else expect(shown?.fault).toMatch(fault);
  });
});
