import { Client, Connection } from '@temporalio/client';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';
import { workerRegistry } from '../../src/activities/call-failure';
import { commands } from '../../src/cli/commands';
import { GatewayMetrics } from '../../src/gateway/gateway-metrics';
import { quietLogger } from '../temporal/quiet-logger';

const PROJECT = resolve(__dirname, '../..');
const MONITORING = join(PROJECT, 'deploy/monitoring');
const read = (...path: string[]): string => readFileSync(join(PROJECT, ...path), 'utf8');

const alert = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string(), runbook_url: z.url() }),
});
const alerts = z
  .strictObject({ groups: z.array(z.strictObject({ name: z.string(), rules: z.array(alert) })) })
  .parse(parse(read('deploy/monitoring/locrelease.rules.yml')))
  .groups.flatMap(({ rules }) => rules);

const panel = z.looseObject({
  id: z.int(),
  title: z.string(),
  type: z.string(),
  targets: z.array(z.looseObject({ expr: z.string() })).default([]),
});
const dashboard = z
  .looseObject({ uid: z.literal('locrelease'), panels: z.array(panel) })
  .parse(JSON.parse(read('deploy/monitoring/dashboard.json')));

const metricsIn = (expressions: readonly string[]): string[] => [
  ...new Set(expressions.flatMap((text) => text.match(/\b(locrelease|temporal)_[a-z_]+/g) ?? [])),
];
const named = metricsIn([
  ...alerts.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]);

describe('the alerts', () => {
  const promtool = (...words: string[]) =>
    promisify(execFile)(process.env.LOCRELEASE_TEST_PROMTOOL ?? '', words, { cwd: MONITORING });

  it('are rules of Prometheus, and fire when they should', async () => {
    await promtool('check', 'rules', 'locrelease.rules.yml');
    const { stdout } = await promtool('test', 'rules', 'locrelease.rules.test.yml');
    expect(stdout).toContain('SUCCESS');
  });

  it('are each seen to fire and to be quiet', () => {
    const { tests } = z
      .object({
        tests: z.array(
          z.object({
            alert_rule_test: z.array(
              z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()).default([]) }),
            ),
          }),
        ),
      })
      .parse(parse(read('deploy/monitoring/locrelease.rules.test.yml')));
    const looks = tests.flatMap(({ alert_rule_test: inTest }) => inTest);
    for (const { alert: name } of alerts) {
      const outcomes = looks
        .filter(({ alertname }) => alertname === name)
        .map((one) => one.exp_alerts.length > 0);
      expect([name, new Set(outcomes)]).toEqual([name, new Set([true, false])]);
    }
  });
});

describe('the dashboard', () => {
  it('has panels with a title and an id of their own', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    for (const { title, type, targets } of dashboard.panels) {
      expect(title).not.toBe('');
      expect(targets.length > 0).toBe(type !== 'row');
    }
  });
});

describe('alerts and dashboard', () => {
  let shown: string[];
  beforeAll(async () => {
    shown = [...(await ofGateway()), ...(await ofOurWorkers())];
  });

  it('name metrics that gateways and workers show', () => {
    const ours = named.filter((name) => name.startsWith('locrelease_'));
    expect(ours.length).toBeGreaterThan(5);
    expect(ours.filter((name) => !shown.includes(name.replace(/_bucket$/, '')))).toEqual([]);
  });

  it('name metrics that the SDK of Temporal has, with the endings that we ask it for', () => {
    const releases = join(PROJECT, 'node_modules/@temporalio/core-bridge/releases');
    const [platform = ''] = readdirSync(releases);
    const code = readFileSync(join(releases, platform, 'index.node'), 'latin1');
    const theirs = named.filter((name) => name.startsWith('temporal_'));
    expect(theirs.length).toBeGreaterThan(3);
    const unknown = theirs.filter((name) => {
      const bare = name.replace(/^temporal_/, '').replace(/(_seconds_bucket|_total)$/, '');
      return !code.includes(bare) || name.endsWith('_latency');
    });
    expect(unknown).toEqual([]);
  });

  it('leave out no metric of ours', () => {
    const used = new Set(named.map((name) => name.replace(/_bucket$/, '')));
    expect(shown.filter((name) => !used.has(name))).toEqual([]);
  });

  async function ofGateway(): Promise<string[]> {
    const connection = Connection.lazy();
    const text = await new GatewayMetrics(new Client({ connection }), 'locrelease', quietLogger).text();
    await connection.close();
    return typesIn(text);
  }

  const ofOurWorkers = (): Promise<string[]> => workerRegistry.metrics().then(typesIn);
});

function typesIn(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
}

describe('the runbooks', () => {
  const pages = readdirSync(join(PROJECT, 'docs/runbooks')).filter((name) => name !== 'README.md');

  it('are one for each alert, which leads there', () => {
    expect(pages.sort()).toEqual(alerts.map(({ alert: name }) => `${name}.md`).sort());
    for (const { alert: name, annotations } of alerts)
      expect(annotations.runbook_url).toMatch(new RegExp(`/runbooks/${name}\\.md$`));
  });

  it.each(pages)(
    '%s says what it means, how to see it and what to do, with commands that there are',
    (page) => {
      const text = read('docs/runbooks', page);
      expect(text.match(/^#+ .+$/gm)).toEqual([
        `# ${page.replace(/\.md$/, '')}`,
        '## What it means',
        '## How to see it',
        '## What to do',
      ]);
      expect(text).toContain('```sh');
      const known = commands().map((command) => command.name());
      const typed = [...text.matchAll(/(?:^|`)locrelease ([a-z-]+)/gm)].map(([, name = '']) => name);
      expect(typed.filter((name) => !known.includes(name))).toEqual([]);
    },
  );
});
