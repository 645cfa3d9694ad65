/** Temporal as docker-compose.yml runs it: the same scripts and settings, with other addresses, ports and paths. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Report } from '../../src/temporal/progress-report';
import { lowFreePorts } from './low-ports';
import type { Database } from './postgresql';
import { serverToolsPath } from './server-tools';
import type { Site } from './site';

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
  report: Report,
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
