import { accountsHealth } from '../../../src/client/account-health';
import type { Account } from '../../../src/social/replies';
import { announcedOn, releaseStatus } from '../../support/release-status';

const account = (id: string, more: Partial<Account> = {}): Account => ({
  ...{ id, platform: 'x', handle: `@${id}`, displayName: null, status: 'active' },
  ...{ canPublish: true, isManual: false, groupIds: [] },
  ...more,
});
const problem = (code: string, message: string) => ({
  ...{ code, message, traceIds: [], actions: ['retry' as const] },
});
const waitingFor = { kind: 'decision' as const, since: '2026-11-16T09:00:00.000Z', dueAt: null };
const partial = (
  name: string,
  targets: { accountId: string; errorCode: string | null; message: string | null }[],
) =>
  releaseStatus({
    ...{ id: `default/${name}`, name, state: 'partial', stage: 'announce', waitingFor },
    problem: problem('announce_failed', 'It failed.'),
    announcement: announcedOn(targets.map((target) => ({ platform: 'x', status: 'failed', ...target }))),
  });
const parked = (name: string, stage: 'create' | 'announce', code: string, message: string) =>
  releaseStatus({
    ...{ id: `default/${name}`, name, state: 'parked', stage, waitingFor, problem: problem(code, message) },
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
    { cause: 'plan_limit', messages: ['The plan has no scheduled posts left.'], releases: [{ name: 'one' }] },
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
