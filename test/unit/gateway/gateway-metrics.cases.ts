import { Client, Connection } from '@temporalio/client';
import { workerRegistry } from '../../../src/activities/call-failure';
import { RequestBudget, measureBudget } from '../../../src/gateway/budget';
import { GatewayMetrics } from '../../../src/gateway/gateway-metrics';
import { ReleaseCensus, type Census } from '../../../src/gateway/release-census';
import { packageVersion } from '../../../src/package';
import { quietLogger } from '../../temporal/quiet-logger';

const connection = Connection.lazy();
afterAll(() => connection.close());

/** Those of a gateway whose Temporal answers so. */
function gatewayMetrics(census: () => Promise<Census>): GatewayMetrics {
  const client = new Client({ connection });
  jest.spyOn(ReleaseCensus.prototype, 'read').mockImplementation(census);
  return new GatewayMetrics(client, 'locrelease', quietLogger);
}

const twoReleases = (): Promise<Census> =>
  Promise.resolve({
    byState: new Map([
      ['running', 2],
      ['parked', 0],
    ]),
    oldestReviewSince: null,
    parked: { oldestSince: null, byCause: [{ project: 'default', code: 'upload_failed', count: 2 }] },
    stuck: { count: 0, named: [] },
    backlog: new Map([
      ['calls', { tasks: 0, ageSeconds: 0 }],
      ['bulk', { tasks: 12, ageSeconds: 34.5 }],
    ]),
  });

const linesOf = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.startsWith(name));

afterEach(() => jest.useRealTimers());

describe('the text for Prometheus', () => {
  it('has help, type and samples of each metric, and ends with a line break', async () => {
    const metrics = gatewayMetrics(twoReleases);
    metrics.countCallback({ event: 'task.completed', outcome: 'signalled' });
    metrics.countCallback({ event: 'task.completed', outcome: 'signalled' });
    metrics.countCallback({ event: 'lqaBatch', outcome: 'ended' });
    const text = await metrics.text();
    expect(text.endsWith('\n')).toBe(true);
    const isShort = (line: string): boolean =>
      line !== '' && !line.includes('_bucket{') && !/^locrelease_callbacks_total.* 0$/.test(line);
    expect(text.split('\n').filter(isShort)).toEqual([
      '# HELP locrelease_callbacks_total Callbacks received, by outcome',
      '# TYPE locrelease_callbacks_total counter',
      'locrelease_callbacks_total{event="lqaBatch",outcome="ended"} 1',
      'locrelease_callbacks_total{event="task.completed",outcome="signalled"} 2',
      '# HELP locrelease_callback_duration_seconds Time from a callback to its reply',
      '# TYPE locrelease_callback_duration_seconds histogram',
      'locrelease_callback_duration_seconds_sum 0',
      'locrelease_callback_duration_seconds_count 0',
      '# HELP locrelease_releases Releases by state; ended ones as long as Temporal keeps them',
      '# TYPE locrelease_releases gauge',
      'locrelease_releases{state="running"} 2',
      'locrelease_releases{state="parked"} 0',
      '# HELP locrelease_oldest_review_seconds Waiting time of the longest waiting term review; 0 if none waits',
      '# TYPE locrelease_oldest_review_seconds gauge',
      'locrelease_oldest_review_seconds 0',
      '# HELP locrelease_releases_parked Parked releases by project and by the code of their problem; of many, the 500 that have waited longest',
      '# TYPE locrelease_releases_parked gauge',
      'locrelease_releases_parked{project="default",code="upload_failed"} 2',
      '# HELP locrelease_oldest_parked_seconds How long the release that has been parked longest has waited; 0 if none is parked',
      '# TYPE locrelease_oldest_parked_seconds gauge',
      'locrelease_oldest_parked_seconds 0',
      '# HELP locrelease_stuck_releases Releases that no worker can continue, because they began with other workflow code',
      '# TYPE locrelease_stuck_releases gauge',
      'locrelease_stuck_releases 0',
      '# HELP locrelease_release_stuck 1 for each stuck release, at most twenty',
      '# TYPE locrelease_release_stuck gauge',
      '# HELP locrelease_task_queue_backlog Approximate number of tasks that wait for a worker of this role',
      '# TYPE locrelease_task_queue_backlog gauge',
      'locrelease_task_queue_backlog{role="calls"} 0',
      'locrelease_task_queue_backlog{role="bulk"} 12',
      '# HELP locrelease_task_queue_backlog_age_seconds How long the oldest task that waits for a worker of this role has waited',
      '# TYPE locrelease_task_queue_backlog_age_seconds gauge',
      'locrelease_task_queue_backlog_age_seconds{role="calls"} 0',
      'locrelease_task_queue_backlog_age_seconds{role="bulk"} 34.5',
      '# HELP locrelease_temporal_up Whether Temporal answered the last request',
      '# TYPE locrelease_temporal_up gauge',
      'locrelease_temporal_up 1',
      '# HELP locrelease_build_info The running version',
      '# TYPE locrelease_build_info gauge',
      `locrelease_build_info{version="${packageVersion()}",node="${process.version}"} 1`,
    ]);
  });

  it('tells how long the oldest review and the oldest parked release have waited', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-15T10:00:30Z') });
    const metrics = gatewayMetrics(() =>
      Promise.resolve({
        byState: new Map(),
        oldestReviewSince: new Date('2026-11-15T10:00:00Z'),
        parked: {
          oldestSince: new Date('2026-11-15T09:59:30Z'),
          byCause: [{ project: 'game', code: '401', count: 1 }],
        },
        stuck: null,
        backlog: new Map(),
      }),
    );
    const text = await metrics.text();
    expect(text).toContain('\nlocrelease_oldest_review_seconds 30\n');
    expect(text).toContain('\nlocrelease_oldest_parked_seconds 60\n');
    expect(text).toContain('\nlocrelease_releases_parked{project="game",code="401"} 1\n');
  });

  it('names the releases that no worker can go on with, as long as that is so, and where the server tells', async () => {
    jest.useFakeTimers();
    const nothingParked = { oldestSince: null, byCause: [] };
    const all = { byState: new Map(), oldestReviewSince: null, parked: nothingParked, backlog: new Map() };
    const stuck = { count: 21, named: ['default/game-1', 'default/game-2'] };
    const answers: Census[] = [
      { ...all, stuck },
      { ...all, stuck: { count: 0, named: [] } },
    ];
    const metrics = gatewayMetrics(() => Promise.resolve(answers.shift() ?? { ...all, stuck: null }));
    const seen = async (): Promise<string[]> =>
      (await metrics.text()).split('\n').filter((line) => /^locrelease_(release_)?stuck/.test(line));
    expect(await seen()).toEqual([
      'locrelease_stuck_releases 21',
      'locrelease_release_stuck{release="default/game-1"} 1',
      'locrelease_release_stuck{release="default/game-2"} 1',
    ]);
    jest.advanceTimersByTime(16_000);
    expect(await seen()).toEqual(['locrelease_stuck_releases 0']);
    jest.advanceTimersByTime(16_000);
    expect(await seen()).toEqual([]);
  });

  it('shows nothing of what it knew before Temporal went away', async () => {
    jest.useFakeTimers();
    const answers = [twoReleases, () => Promise.reject(new Error('away'))];
    const metrics = gatewayMetrics(() => (answers.shift() ?? twoReleases)());
    expect(linesOf(await metrics.text(), 'locrelease_releases{')).toHaveLength(2);
    jest.advanceTimersByTime(16_000);
    const text = await metrics.text();
    expect(linesOf(text, 'locrelease_releases')).toEqual([]);
    expect(linesOf(text, 'locrelease_oldest_')).toEqual([]);
    expect(linesOf(text, 'locrelease_releases_parked')).toEqual([]);
    expect(linesOf(text, 'locrelease_task_queue_backlog')).toEqual([]);
    expect(text).toContain('locrelease_temporal_up 0\n');
    jest.advanceTimersByTime(16_000);
    expect(await metrics.text()).toContain('\nlocrelease_oldest_review_seconds 0\n');
  });

  it('is fresh also where the clock was set back', async () => {
    jest.useFakeTimers();
    let counts = 0;
    const metrics = gatewayMetrics(() => {
      counts += 1;
      return twoReleases();
    });
    await metrics.text();
    jest.setSystemTime(Date.now() - 3_600_000);
    jest.advanceTimersByTime(16_000);
    await metrics.text();
    expect(counts).toBe(2);
  });
});

it('a callback’s duration counts in every bucket that it fits in', async () => {
  const metrics = gatewayMetrics(twoReleases);
  for (const seconds of [0.004, 0.005, 0.3, 7]) metrics.callbackSeconds.observe(seconds);
  const name = 'locrelease_callback_duration_seconds';
  const bucket = (le: string, count: number): string => `${name}_bucket{le="${le}"} ${count}`;
  expect(linesOf(await metrics.text(), name)).toEqual([
    bucket('0.005', 2),
    ...['0.01', '0.025', '0.05', '0.1', '0.25'].map((le) => bucket(le, 2)),
    ...['0.5', '1', '2.5', '5'].map((le) => bucket(le, 3)),
    bucket('+Inf', 4),
    `${name}_sum 7.309`,
    `${name}_count 4`,
  ]);
});

it('two gateways of one process count apart', async () => {
  const [first, second] = [gatewayMetrics(twoReleases), gatewayMetrics(twoReleases)];
  first.countCallback({ event: 'lqaBatch', outcome: 'ended' });
  const counted = async (metrics: GatewayMetrics): Promise<string[]> =>
    linesOf(await metrics.text(), 'locrelease_callbacks_total').filter((line) => !line.endsWith(' 0'));
  expect(await counted(first)).toHaveLength(1);
  expect(await counted(second)).toEqual([]);
});

it('names of metrics and of labels are as Prometheus has them', async () => {
  const { registry } = gatewayMetrics(twoReleases);
  measureBudget(new RequestBudget(), registry);
  for (const each of [registry, workerRegistry])
    for (const { name, values } of await each.getMetricsAsJSON()) {
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      for (const { labels } of values)
        for (const label of Object.keys(labels)) expect(label).toMatch(/^[a-z][a-z0-9_]*$/);
    }
});
