import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig } from '../../src/config/config';
import { knownVariables } from '../support/known-variables';
import { useScratch } from '../support/scratch';

const PROJECT = resolve(__dirname, '../..');
const page = readFileSync(join(PROJECT, 'docs/settings.md'), 'utf8');
const scratch = useScratch();

/** Read by commands alone, or by what draws on a terminal. */
const elsewhere = ['LOCRELEASE_CONTEXT', 'LOCRELEASE_ERRORS', 'NO_COLOR'];

it('has a row for every variable, and for no other', () => {
  const rows = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]+)` /gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual([...knownVariables(scratch.path('')), ...elsewhere].sort());
});

it('tells the defaults as they are', () => {
  const configWith = (env: Record<string, string>): string =>
    JSON.stringify(readConfig(env, scratch.path('')));
  const shown = [...page.matchAll(/^\| `([A-Z0-9_]+)` .*\| `([^`]+)` *\|$/gm)];
  expect(shown.length).toBeGreaterThan(5);
  for (const [, name = '', value = ''] of shown)
    expect([name, configWith({ [name]: value })]).toEqual([name, configWith({})]);
});

it('has a configuration file that is read as it stands', async () => {
  const [, example = ''] = /```yaml\n(.*?)```/s.exec(page) ?? [];
  await scratch.write('locrelease.config.yaml', example);
  const {
    projectNames,
    operators,
    fourEyes,
    quietHours,
    console,
    trustedProxies,
    notices,
    exportsRoot,
    prices,
    limits,
  } = readConfig({}, scratch.path(''));
  expect(projectNames).toEqual(['default', 'console-game']);
  expect(operators.get('olga')?.role).toBe('review');
  expect(fourEyes).toBe(true);
  expect(quietHours).toEqual({ fromMinute: 22 * 60, toMinute: 7 * 60, timezone: 'Europe/Berlin' });
  expect(console).toMatchObject({ environment: 'production', proxy: { header: 'x-forwarded-user' } });
  expect(trustedProxies).toEqual(['10.0.0.0/24']);
  expect(notices.routes.map(({ channel }) => channel.kind)).toEqual(['slack', 'mail', 'webhook']);
  expect(exportsRoot).toBe('/srv/exports');
  expect(prices).toMatchObject({ currency: 'EUR', byLanguage: { ja: 0.03 } });
  expect(limits.localization).toEqual({ most: 10, perMs: 1000 });
});
