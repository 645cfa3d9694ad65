/** The alerts, held against what a running worker and a running gateway really show: before anything happened, and after it happened once. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { Secret } from '../../src/http/secret';
import { callbackUrl } from '../../src/localization/callback-address';
import { callbackHeaders } from '../../src/sandbox/localization/signature';
import { freePorts } from '../../src/temporal/server/free-ports';
import { runProduct, type ProductProcess } from '../support/product-process';
import { until } from '../support/until';
import { ReleaseRig } from '../workflows/release-rig';

const RULES = resolve(__dirname, '../../deploy/monitoring/locrelease.rules.yml');
const SECRET = new Secret('sandbox-app-secret');

type Job = 'locrelease-worker' | 'locrelease-gateway';
/** By the name of a series with its labels. */
type Scrape = ReadonlyMap<string, string>;

let rig: ReleaseRig;
let scratch: string;
let urls: Record<Job, string>;
const processes: ProductProcess[] = [];
let before: Scrape;
let after: Scrape;

beforeAll(async () => {
  rig = await ReleaseRig.start({ worker: false });
  scratch = await mkdtemp(join(tmpdir(), 'locrelease-first-event-'));
  const [workerPort = 0, gatewayPort = 0] = await freePorts(2);
  urls = {
    'locrelease-worker': `http://127.0.0.1:${workerPort}`,
    'locrelease-gateway': `http://127.0.0.1:${gatewayPort}`,
  };
  const env = rig.env({
    TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
    LOCRELEASE_CONFIG: join(rig.directory, 'locrelease.config.yaml'),
    LOCRELEASE_METRICS_PORT: String(workerPort),
    GATEWAY_PORT: String(gatewayPort),
  });
  processes.push(runProduct('worker', env), runProduct('gateway', env));
  for (const url of Object.values(urls)) await until(`${url} is ready`, () => isReady(url));
  before = await scrapeAll();

  rig.sandbox.faults.add({ on: 'POST /tasks/create', do: 'refuse', code: 401 });
  await rig.release({ announce: undefined });
  expect(await sendStaleCallback()).toBe(401);
  await until('both have counted it', async () => {
    after = await scrapeAll();
    const counted = [
      'locrelease_service_errors_total{service="localization",code="401",',
      'locrelease_callbacks_total{event="unknown",outcome="stale",',
      'locrelease_releases{state="parked",',
      `locrelease_releases_parked{project="${rig.project}",code="401",`,
    ];
    return counted.every((start) =>
      [...after].some(
        ([name, value]) => name.startsWith(start) && Number(value) > Number(before.get(name) ?? 0),
      ),
    );
  });
});
afterAll(async () => {
  for (const { child } of processes) child.kill('SIGKILL');
  await Promise.all(processes.map(({ exit }) => exit));
  await rig.close();
  await rm(scratch, { recursive: true, force: true });
});

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function scrapeAll(): Promise<Scrape> {
  const series = new Map<string, string>();
  for (const [job, url] of Object.entries(urls)) {
    series.set(`up{job="${job}"}`, '1');
    const text = await (await fetch(`${url}/metrics`)).text();
    for (const [, name = '', labels = '', value = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)) {
      // Other tests have left releases of other projects on the same server.
      const isOurs = !labels.includes('project="') || labels.includes(`project="${rig.project}"`);
      if (isOurs)
        series.set(`${name}{${[labels, `job="${job}"`].filter((part) => part !== '').join(',')}}`, value);
    }
  }
  return series;
}

async function sendStaleCallback(): Promise<number> {
  const url = callbackUrl(urls['locrelease-gateway'], SECRET, {
    kind: 'release',
    project: rig.project,
    name: 'game',
  });
  const sentAt = new Date(Date.now() - 3_600_000);
  const body = JSON.stringify({ event: 'task.completed', delivery_id: 'd', timestamp: sentAt.toISOString() });
  const headers = callbackHeaders(body, SECRET, 'timestamp-header', {
    headerSeconds: String(Math.floor(sentAt.getTime() / 1000)),
    payload: sentAt.toISOString(),
  });
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

it('show at the start every series that an alert names', async () => {
  const selectors = [...(await readFile(RULES, 'utf8')).matchAll(/(locrelease_\w+)\{([^}]*)\}/g)];
  expect(selectors.length).toBeGreaterThan(5);
  const wanted = selectors.flatMap(([, metric = '', matchers = '']) =>
    [...matchers.matchAll(/(\w+)=~?"([^"]*)"/g)].flatMap(([, label = '', values = '']) =>
      values.split('|').map((value) => new RegExp(`^${metric}\\{.*\\b${label}="${value}"`)),
    ),
  );
  const names = [...before.keys()];
  expect(wanted.filter((pattern) => !names.some((name) => pattern.test(name))).map(String)).toEqual([]);
});

it('name labels as Prometheus does', () => {
  const labels = [...after.keys()].flatMap((name) =>
    [...name.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
  );
  expect(labels.filter((label) => !/^[a-z_]+$/.test(label))).toEqual([]);
});

it.each([
  ['that was seen at 0 before', () => (name: string) => before.get(name) ?? '_'],
  ['that came before the first look', () => (name: string) => (name.startsWith('up{') ? '1' : '_')],
])('alerts ring at the first event, in a series %s', async (_what, valueBefore) => {
  const earlier = valueBefore();
  const file = join(scratch, 'first-event.test.yml');
  await writeFile(
    file,
    stringify({
      rule_files: [RULES],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: [...after].map(([series, value]) => ({
            series,
            values: [...Array<string>(5).fill(earlier(series)), `${value}x40`].join(' '),
          })),
          promql_expr_test: [
            { expr: FIRING, eval_time: '4m', exp_samples: [] },
            {
              expr: FIRING,
              eval_time: '12m',
              exp_samples: ['LocreleaseCallbacksStale', 'LocreleaseCredentialsRefused'].map((name) => ({
                labels: `{alertname="${name}"}`,
                value: 1,
              })),
            },
            {
              expr: FIRING,
              eval_time: '30m',
              exp_samples: [{ labels: '{alertname="LocreleaseReleaseParked"}', value: 1 }],
            },
          ],
        },
      ],
    }),
  );
  const { stdout } = await promisify(execFile)(process.env.LOCRELEASE_TEST_PROMTOOL ?? '', [
    'test',
    'rules',
    file,
  ]);
  expect(stdout).toContain('SUCCESS');
});

const FIRING = 'count by (alertname) (ALERTS{alertstate="firing"})';
