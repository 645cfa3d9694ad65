/** Temporal as docker-compose.yml runs it: the same scripts and settings, with other addresses, ports and paths. */
import { readFile, mkdir, rename, rm, symlink } from 'node:fs/promises';
import { join, resolve, delimiter } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { type ReportLine, withHeartbeat } from '../../src/temporal/progress-report';
import type { Database } from './postgresql';
import type { Site } from './site';
import { isFreePort } from '../../src/temporal/server/free-ports';
import { findTemporalBinary } from '../../src/temporal/server/binary';
import { defaultCacheDir, pinDigest, findOnPath } from '../../src/temporal/server/bring-binary';

const PROJECT = resolve(__dirname, '../..');
const HOST = '127.0.0.1';
const NAMESPACE = 'default';

export interface TemporalService {
  address: string;
  /** Runs the command-line tool of Temporal, as an operator would. */
  temporal: (...commandLine: string[]) => Promise<string>;
}

/** Sets up the schema, starts a server and creates the namespace. */
export async function startTemporal(
  site: Site,
  database: Database,
  report: ReportLine,
): Promise<TemporalService> {
  const path = { PATH: await serverToolsPath(site, report) };
  const inDeploy = (name: string): string => join(PROJECT, 'deploy/temporal', name);

  await site.run(['sh', inDeploy('setup-schema.sh')], {
    ...path,
    ...(await composeEnvironment('schema')),
    SQL_HOST: database.host,
    SQL_PORT: String(database.port),
    SQL_USER: database.user,
    SQL_PASSWORD: database.password,
  });
  report('The schema is set up.');

  const ports = await serverPorts();
  await site.start('Temporal server', ['temporal-server', 'start'], {
    ...path,
    ...(await composeEnvironment('temporal')),
    POSTGRES_SEEDS: database.host,
    DB_PORT: String(database.port),
    POSTGRES_USER: database.user,
    POSTGRES_PWD: database.password,
    BIND_ON_IP: HOST,
    DYNAMIC_CONFIG_FILE_PATH: inDeploy('dynamic-config.yaml'),
    ...ports,
  });
  const address = `${HOST}:${ports.FRONTEND_GRPC_PORT}`;
  await site.run(['sh', inDeploy('create-namespace.sh')], {
    ...path,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: NAMESPACE,
  });
  return {
    address,
    temporal: (...commandLine) =>
      site.run(['temporal', ...commandLine], { ...path, TEMPORAL_ADDRESS: address }),
  };
}

const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({ environment: z.record(z.string(), z.string().nullable()).default({}) }),
  ),
});

async function composeEnvironment(service: string): Promise<Record<string, string>> {
  const text = await readFile(join(PROJECT, 'docker-compose.yml'), 'utf8');
  const { services } = composeFile.parse(parse(text, { merge: true }));
  const given = Object.entries(services[service]?.environment ?? {});
  return Object.fromEntries(given.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

/** All that a server listens on: the usual ports may be another's. */
async function serverPorts(): Promise<Record<string, string> & { FRONTEND_GRPC_PORT: string }> {
  const [FRONTEND_GRPC_PORT = '', ...others] = (await lowFreePorts(9)).map(String);
  const names = [
    ...['FRONTEND_HTTP_PORT', 'FRONTEND_MEMBERSHIP_PORT', 'HISTORY_GRPC_PORT', 'HISTORY_MEMBERSHIP_PORT'],
    ...['MATCHING_GRPC_PORT', 'MATCHING_MEMBERSHIP_PORT', 'WORKER_GRPC_PORT', 'WORKER_MEMBERSHIP_PORT'],
  ];
  return {
    FRONTEND_GRPC_PORT,
    ...Object.fromEntries(names.map((name, index) => [name, others[index] ?? ''])),
  };
}

/**
 * Free ports for a Temporal server: its schema for PostgreSQL keeps them in 16 bits with a sign, and the system by
 * itself gives out higher ones.
 */
async function lowFreePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  const first = 20_000 + Math.floor(Math.random() * 10_000);
  for (let port = first; ports.length < count; port += 1) {
    if (await isFreePort(port)) ports.push(port);
  }
  return ports;
}

/** The programs of Temporal's images, under the names that they have there, built from what the Go module pins. */
const MODULE = resolve(__dirname, '../../tools/temporal');
const LONGEST_BUILD_MS = 30 * 60_000;

const PACKAGES = {
  'temporal-server': 'go.temporal.io/server/cmd/server',
  'temporal-sql-tool': 'go.temporal.io/server/cmd/tools/sql',
} as const;

/** A PATH that begins with them. */
async function serverToolsPath(site: Site, report: ReportLine): Promise<string> {
  const directory = site.path('bin');
  await mkdir(directory);
  await symlink(await findTemporalBinary({ report }), join(directory, 'temporal'));
  return [directory, await builtServerTools(site, report), process.env.PATH].join(delimiter);
}

/** Built once, and kept. */
async function builtServerTools(site: Site, report: ReportLine): Promise<string> {
  const kind = `${process.platform}-${process.arch}-${await pinDigest(MODULE)}`;
  const directory = join(defaultCacheDir(process.env), `temporal-server-${kind}`);
  const [kept] = await findOnPath('temporal-server', { PATH: directory });
  if (kept !== undefined) return directory;

  const [go] = await findOnPath('go', process.env);
  if (go === undefined)
    throw new Error('Go is needed to build the Temporal server. Install it: https://go.dev/dl');
  report('Building the Temporal server from source, only this once. This takes some minutes.');
  // Beside the place where they are kept: they get there whole or not at all.
  const incoming = `${directory}.${process.pid}`;
  await mkdir(incoming, { recursive: true });
  try {
    for (const [name, goPackage] of Object.entries(PACKAGES)) {
      await withHeartbeat(report, `Still building ${name}`, () =>
        site.run(
          [go, 'build', '-mod=readonly', '-ldflags', '-s -w', '-o', join(incoming, name), goPackage],
          { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' },
          { cwd: MODULE, timeoutMs: LONGEST_BUILD_MS },
        ),
      );
    }
    await rename(incoming, directory);
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
  return directory;
}
