import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findOnPath } from '../../src/temporal/server/bring-binary';
import { freePorts } from '../../src/temporal/server/free-ports';
import type { ReportLine } from '../../src/temporal/progress-report';
import { until } from '../../test/support/until';
import type { CommandLine, Site } from './site';

export interface Database {
  host: string;
  port: number;
  user: string;
  password: string;
}

const HOST = '127.0.0.1';
const USER = 'temporal';
const DEBIAN_VERSIONS = '/usr/lib/postgresql';

/** A new, empty PostgreSQL on a free port of loopback. */
export async function startPostgresql(site: Site, report: ReportLine): Promise<Database> {
  const tools = await postgresqlTools(site, report);
  const [port = 0] = await freePorts(1);
  const password = randomBytes(24).toString('hex');
  const home = site.path('postgresql');
  await mkdir(home);
  await writeFile(join(home, 'password'), password, { mode: 0o600 });
  if (isRoot()) await site.run(['chown', '-R', 'postgres:postgres', home]);

  const data = join(home, 'data');
  await site.run(
    asPostgres([
      join(tools, 'initdb'),
      ...['--pgdata', data, '--username', USER, '--auth', 'scram-sha-256'],
      ...['--pwfile', join(home, 'password'), '--encoding', 'UTF8', '--locale', 'C'],
    ]),
  );
  await site.start(
    'PostgreSQL',
    asPostgres([
      join(tools, 'postgres'),
      ...['-D', data, '-h', HOST, '-p', String(port), '-c', 'unix_socket_directories='],
    ]),
  );
  await until('PostgreSQL accepts connections', () =>
    site.run([join(tools, 'pg_isready'), '-h', HOST, '-p', String(port)]).then(
      () => true,
      () => false,
    ),
  );
  return { host: HOST, port, user: USER, password };
}

/** The directory of PostgreSQL's programs; Debian keeps those of a server out of PATH. */
async function postgresqlTools(site: Site, report: ReportLine): Promise<string> {
  const found = await findTools();
  if (found !== null) return found;
  const [aptGet] = await findOnPath('apt-get', process.env);
  if (aptGet === undefined || !isRoot()) {
    throw new Error(
      'PostgreSQL is not installed. On Debian or Ubuntu, run: sudo apt-get install postgresql. Elsewhere, put initdb on the PATH.',
    );
  }
  report('Installing PostgreSQL from the packages of this system.');
  const install = (name: string): Promise<string> =>
    site.run([aptGet, 'install', '--yes', '--no-install-recommends', name], {
      DEBIAN_FRONTEND: 'noninteractive',
    });
  await site.run([aptGet, 'update']);
  await install('postgresql-common');
  // Or else the package starts a database of its own, which would stay behind.
  await writeFile('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n', {
    flag: 'a',
  });
  await install('postgresql');
  const installed = await findTools();
  if (installed === null) throw new Error('PostgreSQL was installed, but initdb was not found.');
  return installed;
}

async function findTools(): Promise<string | null> {
  const versions = await readdir(DEBIAN_VERSIONS).catch(() => []);
  const directories = versions
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(DEBIAN_VERSIONS, version, 'bin'));
  const [initdb] = await findOnPath('initdb', { PATH: [...directories, process.env.PATH].join(':') });
  return initdb === undefined ? null : dirname(initdb);
}

/** PostgreSQL refuses to run as root. */
function asPostgres(commandLine: CommandLine): CommandLine {
  return isRoot()
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', ...commandLine]
    : commandLine;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
