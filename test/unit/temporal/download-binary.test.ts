import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { DOWNLOADED_CLI_VERSION, pinnedDownload } from '../../../src/temporal/server/download-binary';
import { BareServer } from '../../support/bare-server';
import { useScratch } from '../../support/scratch';
import { writeTool } from '../../support/write-tool';

const scratch = useScratch();
const platform = `${process.platform}-${process.arch}`;
let server: BareServer;
let archive: Buffer;
let directory: string;

beforeEach(async () => {
  await writeTool(scratch.path('release', 'temporal'), 'echo it runs');
  execFileSync('tar', ['-czf', scratch.path('a.tar.gz'), '-C', scratch.path('release'), 'temporal']);
  archive = await readFile(scratch.path('a.tar.gz'));
  directory = scratch.path('incoming');
  await mkdir(directory);
  server = await BareServer.start((response, { target }) =>
    target.startsWith('/moved')
      ? response.end(archive)
      : response.writeHead(302, { location: `/moved${target}` }).end(),
  );
});
afterEach(() => server.close());

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const bring = (sha256: string, of = platform) =>
  pinnedDownload({ site: server.url, archives: { [of]: ['some_os', sha256] } })(directory, jest.fn());

it('is the executable of the release whose digest is known', async () => {
  const executable = await bring(digestOf(archive));
  expect(execFileSync(executable).toString()).toBe('it runs\n');
  expect((await stat(executable)).isFile()).toBe(true);
  expect(await readdir(directory)).toEqual(['temporal']);
  const asked = `/${DOWNLOADED_CLI_VERSION}/temporal_cli_${DOWNLOADED_CLI_VERSION.slice(1)}_some_os.tar.gz`;
  expect(server.seen[0]?.target).toBe(asked);
});

it('is not unpacked where it is anything else', async () => {
  await expect(bring('0'.repeat(64))).rejects.toThrow(
    `the archive has the SHA-256 ${digestOf(archive)}, not ${'0'.repeat(64)} as released; it was not used`,
  );
  expect(await readdir(directory)).toEqual(['temporal.tar.gz']);
});

it('is not asked for where there is none for this machine', async () => {
  await expect(bring(digestOf(archive), 'plan9-mips')).rejects.toThrow(`there is none for ${platform}`);
  expect(server.seen).toEqual([]);
});

it('says what it met where the site answers otherwise', async () => {
  await server.close();
  await expect(bring(digestOf(archive))).rejects.toThrow('ECONNREFUSED');
});
