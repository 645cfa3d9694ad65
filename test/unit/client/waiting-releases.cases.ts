import { causeFault, releasesToRetry } from '../../../src/client/releases/waiting-releases';
import type { ReportUnreadable } from '../../../src/client/releases/unreadable-release';
import type { ReleaseView } from '../../../src/domain/release/status';
import type { Client } from '@temporalio/client';
import { LongestWaiting } from '../../../src/client/releases/longest-waiting';
import fc from '../../support/fast-check';

describe('waiting releases', () => {
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
          accountId: `acc_${index}`,
          platform: 'x',
          status: 'failed',
          errorCode,
          message: null,
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
      open: (filter: object, tell: ReportUnreadable) => {
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
    for (const one of ['403', 'token_expired']) expect(causeFault(one, waiting)).toBeNull();
    expect(causeFault('nope', waiting)).toBe('"nope" is no cause of a problem. It must be one of 403.');
    for (const known of ['token_expired', '403', 'rate_limited', 'no_answer'])
      expect(causeFault(known, [])).toBeNull();
    expect(causeFault('nope', [])).toMatch(
      /^"nope" is no cause of a problem\. It must be one of .*token_expired/,
    );
  });
});

describe('longest waiting', () => {
  const DAY_MS = 86_400_000;
  const nameOf = (index: number): string => `release/default/r${index}`;

  /** A server with releases that have waited so long; it answers what `LongestWaiting` asks, newest start first. */
  class Server {
    asked = 0;
    readonly #since: string[];

    constructor(agesMs: readonly number[]) {
      const nowMs = Date.now();
      this.#since = agesMs.map((age) => new Date(nowMs - age).toISOString());
    }

    readonly client = {
      options: { namespace: 'default', loadedDataConverter: { payloadCodecs: [] } },
      workflow: { count: (query: string) => Promise.resolve({ count: this.#found(query).length }) },
      workflowService: {
        listWorkflowExecutions: ({ query, pageSize }: { query: string; pageSize: number }) =>
          Promise.resolve({
            executions: this.#found(query)
              .reverse()
              .slice(0, pageSize)
              .map((index) => ({ execution: { workflowId: nameOf(index) } })),
          }),
      },
    } as unknown as Client;

    #found(query: string): number[] {
      this.asked += 1;
      const bound = (sign: string): string | undefined => new RegExp(`${sign} '([^']+)'`).exec(query)?.[1];
      const [from = '', before = '9'] = [bound('>='), bound('<')];
      return this.#since.flatMap((since, index) => (since >= from && since < before ? [index] : []));
    }
  }

  const ageOf = (agesMs: readonly number[], workflowId: string): number =>
    agesMs[Number(workflowId.slice(nameOf(0).length - 1))] ?? 0;

  it.each([
    ['within a second', 900],
    ['within seconds', 5_000],
    ['within a day', DAY_MS],
    ['within three years', 1000 * DAY_MS],
  ])('finds those that have waited longest, who have begun %s', async (_, spanMs) => {
    const ages = fc.array(fc.integer({ min: 0, max: spanMs }), { minLength: 1, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(ages, fc.integer({ min: 2, max: 40 }), async (agesMs, most) => {
        const server = new Server(agesMs);
        const longest = new LongestWaiting('WorkflowType = 1', { most, fewest: most / 2 });
        for (let look = 0; look < 2; look += 1) {
          const { runs, waiting } = await longest.read(server.client);
          expect(waiting).toBe(agesMs.length);
          expect(runs.length).toBeLessThanOrEqual(most);
          expect(runs.length).toBeGreaterThanOrEqual(Math.min(agesMs.length, Math.ceil(most / 2)));
          const shown = runs.map(({ workflowId }) => ageOf(agesMs, workflowId));
          const left = agesMs.filter(
            (__, index) => !runs.some(({ workflowId }) => workflowId === nameOf(index)),
          );
          // None that is left out has waited a second longer than one that is shown.
          expect(Math.max(0, ...left) - Math.min(...shown)).toBeLessThanOrEqual(1001);
        }
      }),
    );
  });

  it('keeps the oldest when many begin in the same second', async () => {
    const agesMs = [
      ...Array.from({ length: 10 }, () => 3 * DAY_MS),
      ...Array.from({ length: 60 }, () => 5_000),
    ];
    const longest = new LongestWaiting('WorkflowType = 1', { most: 50, fewest: 25 });
    const { runs } = await longest.read(new Server(agesMs).client);
    const names = runs.map(({ workflowId }) => workflowId);
    expect(names).toHaveLength(50);
    for (let index = 0; index < 10; index += 1) expect(names).toContain(nameOf(index));
  });

  it('asks few times, and only thrice where its last answer still holds', async () => {
    const server = new Server(Array.from({ length: 10_000 }, (_, index) => index * 60_000));
    const longest = new LongestWaiting('WorkflowType = 1', { most: 500, fewest: 250 });
    await longest.read(server.client);
    expect(server.asked).toBeLessThanOrEqual(15);
    server.asked = 0;
    await longest.read(server.client);
    expect(server.asked).toBe(3);
  });
});
