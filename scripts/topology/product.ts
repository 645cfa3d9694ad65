/** The product as docker-compose.yml runs it: every process its own, from the built CLI. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { freePorts } from '../../src/temporal/free-ports';
import type { GuardedProcess } from '../../src/temporal/guarded-process';
import { until } from '../../test/support/until';
import type { CommandLine, Site } from './site';

const PROJECT = resolve(__dirname, '../..');
const CLI: CommandLine = [process.execPath, join(PROJECT, 'dist/cli/main.js')];

export interface Product {
  sandboxUrl: string;
  workers: readonly GuardedProcess[];
  /** Runs a command as a person would type it; answers the document that it prints. */
  locrelease(...commandLine: string[]): Promise<unknown>;
}

export async function startProduct(site: Site, temporalAddress: string): Promise<Product> {
  const services = await startSandbox(site);
  const [gatewayPort = 0] = await freePorts(1);
  const gatewayUrl = `http://127.0.0.1:${gatewayPort}`;
  const environment = {
    ...services,
    TEMPORAL_ADDRESS: temporalAddress,
    CALLBACK_BASE_URL: gatewayUrl,
    GATEWAY_PORT: String(gatewayPort),
    LOCRELEASE_STORE: site.path('store'),
    LOCRELEASE_MIN_CHECK_INTERVAL: '500ms',
  };
  const workers = [
    await site.start('worker 1', [...CLI, 'worker'], environment),
    await site.start('worker 2', [...CLI, 'worker'], environment),
  ];
  await site.start('gateway', [...CLI, 'gateway'], environment);
  await until('the gateway is ready', () => answers(`${gatewayUrl}/readyz`));
  return {
    sandboxUrl: services.LOCALIZATION_BASE_URL ?? '',
    workers,
    locrelease: async (...commandLine) =>
      JSON.parse(await site.run([...CLI, ...commandLine, '--output', 'json'], environment)) as unknown,
  };
}

/** The sandbox prints what its clients need to know. */
async function startSandbox(site: Site): Promise<Record<string, string>> {
  const { output } = await site.start('sandbox', [...CLI, 'sandbox', '--port', '0']);
  await until('the sandbox runs', () => output.stdout.includes('SOCIAL_ACCESS_TOKEN='));
  const exports = output.stdout.matchAll(/export (\w+)=(\S+)/g);
  return Object.fromEntries([...exports].map(([, name = '', value = '']) => [name, value]));
}

/** The example of a release, under that name. */
export async function writeRelease(site: Site, name: string, changes: object = {}): Promise<string> {
  const example = join(PROJECT, 'examples');
  await cp(join(example, 'strings'), site.path('releases/strings'), { recursive: true });
  const release: unknown = parse(await readFile(join(example, 'release.yaml'), 'utf8'));
  const file = site.path('releases', `${name}.yaml`);
  await writeFile(file, stringify({ ...z.looseObject({}).parse(release), ...changes, name }));
  return file;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
