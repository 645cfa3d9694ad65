import { causeFault, releasesToRetry } from '../../../src/client/releases/waiting-releases';
import type { TellUnreadable } from '../../../src/client/releases/unreadable-release';
import type { ReleaseView } from '../../../src/domain/release/status';

type Releases = Parameters<typeof releasesToRetry>[0];

interface Waiting {
  state: ReleaseView['state'];
  code: string;
  failed?: readonly string[];
}

function releases(all: Readonly<Record<string, Waiting>>): Releases {
  const views = Object.entries(all).map(([id, { state, code, failed = [] }]) => ({
    id,
    state,
    waitingFor: { kind: 'decision' },
    problem: { code, message: 'Something is wrong.', traceIds: [] },
    facts: {},
    announcement: {
      postId: 'p',
      targets: failed.map((errorCode, index) => ({
        ...{ accountId: `acc_${index}`, platform: 'x', status: 'failed', errorCode, message: null },
      })),
    },
  }));
  return {
    async *open() {
      for (const status of views) yield await Promise.resolve({ status });
    },
  } as unknown as Releases;
}

const aloneOf = async (all: Parameters<typeof releases>[0], cause?: string) =>
  (await releasesToRetry(releases(all), { project: undefined, cause })).map(({ id, aloneFor }) => [
    id,
    aloneFor,
  ]);

describe('of the releases that could be tried again', () => {
  it('those are left to a person of which nobody knows whether a call was carried out', async () => {
    const all = {
      lost: { state: 'parked', code: 'outcome_unknown' },
      full: { state: 'parked', code: 'publish_failed' },
    } as const;
    const left = 'Whether its last call was carried out is not known. Look first.';
    expect(await aloneOf(all)).toEqual([
      ['lost', left],
      ['full', null],
    ]);
    // Whoever names the cause has looked.
    expect(await aloneOf(all, 'outcome_unknown')).toContainEqual(['lost', null]);
  });

  it('one that failed for other causes too is left alone by a retry for one cause', async () => {
    const all = {
      one: { state: 'partial', code: 'announce_failed', failed: ['token_expired'] },
      both: { state: 'partial', code: 'announce_failed', failed: ['token_expired', 'text_too_long'] },
    } as const;
    expect(await aloneOf(all, 'token_expired')).toEqual([
      ['one', null],
      [
        'both',
        'It failed on other accounts for another cause (text_too_long), and would be announced on those too.',
      ],
    ]);
    expect(await aloneOf(all)).toEqual([
      ['one', null],
      ['both', null],
    ]);
  });
});

it('one that cannot be read is named, left alone, and keeps none of the others', async () => {
  const all = releases({ full: { state: 'parked', code: 'publish_failed' } });
  const withBroken = {
    open: (filter: object, tell: TellUnreadable) => {
      tell({ id: 'broken', why: 'no key' });
      return all.open(filter, tell);
    },
  };
  const found = await releasesToRetry(withBroken, { project: undefined, cause: undefined });
  expect(found.map(({ id, aloneFor }) => [id, aloneFor])).toEqual([
    ['broken', 'It cannot be read: no key.'],
    ['full', null],
  ]);
});

it('a cause is refused where it is none, also while nothing waits', async () => {
  const waiting = await releasesToRetry(releases({ a: { state: 'parked', code: '403' } }), {
    project: undefined,
    cause: undefined,
  });
  expect(causeFault('403', waiting)).toBeNull();
  expect(causeFault('token_expired', waiting)).toBe(
    'No release waits with the cause "token_expired". It must be one of 403.',
  );
  for (const known of ['token_expired', '403', 'rate_limited', 'no_answer'])
    expect(causeFault(known, [])).toBeNull();
  expect(causeFault('nope', [])).toMatch(
    /^No release waits with the cause "nope"\. It must be one of .*token_expired/,
  );
});
