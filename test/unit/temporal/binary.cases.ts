import { chmod, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type TemporalBinaryOptions,
  findTemporalBinary,
  requireNewEnoughServer,
} from '../../../src/temporal/server/binary';
import { NoTemporalServer } from '../../../src/temporal/errors';
import { useScratch } from '../../support/scratch';
import { writeTool } from '../../support/write-tool';
import { buildsTool, tellsServer } from './fake-tools';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { DOWNLOADED_CLI_VERSION, pinnedDownload } from '../../../src/temporal/server/download-binary';
import { BareServer } from '../../support/bare-server';

describe('binary', () => {
  const noDownload = () => Promise.reject(new Error('the download site is not reached'));

  describe('finding a Temporal binary', () => {
    const scratch = useScratch();
    let lines: string[];
    let options: TemporalBinaryOptions & { cacheDir: string; moduleDir: string };

    beforeEach(async () => {
      lines = [];
      options = {
        env: { PATH: scratch.path('bin') },
        cacheDir: scratch.path('cache'),
        moduleDir: scratch.path('module'),
        report: (line) => lines.push(line),
        download: noDownload,
      };
      await pin('server v1.32.1');
    });

    const pin = async (version: string) => {
      await scratch.write('module/go.mod', version);
      await scratch.write('module/go.sum', 'h1:abc');
    };
    const installGo = (result = tellsServer('1.32.1')) =>
      writeTool(scratch.path('bin', 'go'), buildsTool(scratch.path('go-calls'), result));
    const goCalls = async () => (await readFile(scratch.path('go-calls'), 'utf8')).trimEnd().split('\n');

    it('takes the one on PATH when its server is new enough', async () => {
      const installed = await writeTool(scratch.path('bin', 'temporal'), tellsServer('1.32.0'));
      expect(await findTemporalBinary(options)).toBe(installed);
      expect(lines).toEqual([]);
    });

    it('passes over an old one on PATH for a newer one further on', async () => {
      await writeTool(scratch.path('old', 'temporal'), tellsServer('1.29.0'));
      const newer = await writeTool(scratch.path('bin', 'temporal'), tellsServer('1.33.0'));
      const env = { PATH: `${scratch.path('old')}:${scratch.path('bin')}` };
      expect(await findTemporalBinary({ ...options, env })).toBe(newer);
    });

    it('takes the download when nothing is installed, and keeps it', async () => {
      const download = jest.fn((directory: string) =>
        writeTool(join(directory, 'temporal-v1.9.1'), tellsServer('1.32.0')),
      );
      const binary = await findTemporalBinary({ ...options, download });
      await requireNewEnoughServer(binary, {});
      expect(await readdir(options.cacheDir)).toEqual([binary.slice(options.cacheDir.length + 1)]);
      expect(await findTemporalBinary({ ...options, download })).toBe(binary);
      expect(download).toHaveBeenCalledTimes(1);
    });

    it('builds when there is no download, says why and how long it takes, and keeps what it built', async () => {
      await installGo();
      const binary = await findTemporalBinary(options);
      await requireNewEnoughServer(binary, {});
      expect(lines).toEqual([
        'The download failed: the download site is not reached.',
        'Building the Temporal server from source, only this once. This takes 4 to 6 minutes on two cores.',
      ]);
      expect(await findTemporalBinary(options)).toBe(binary);
      expect(await goCalls()).toEqual([
        expect.stringMatching(/^build -mod=readonly .* github.com\/temporalio\/cli\/cmd\/temporal$/),
      ]);
    });

    it('builds when the download brings a server that is too old', async () => {
      await installGo();
      const download = (directory: string) =>
        writeTool(join(directory, 'temporal-v1.9.1'), tellsServer('1.31.2'));
      expect(await findTemporalBinary({ ...options, download })).toContain('build-');
      expect(await goCalls()).toHaveLength(1);
    });

    it('builds again when the pin has changed', async () => {
      await installGo();
      const before = await findTemporalBinary(options);
      await pin('server v1.33.0');
      expect(await findTemporalBinary(options)).not.toBe(before);
      expect(await goCalls()).toHaveLength(2);
    });

    it.each([
      ['truncated', (binary: string) => writeFile(binary, '')],
      ['not executable', (binary: string) => chmod(binary, 0o644)],
    ])('builds again when the kept binary is %s', async (_, spoil) => {
      await installGo();
      const binary = await findTemporalBinary(options);
      await spoil(binary);
      expect(await findTemporalBinary(options)).toBe(binary);
      await requireNewEnoughServer(binary, {});
      expect(await goCalls()).toHaveLength(2);
    });

    it('builds once when two ask at the same time', async () => {
      await installGo();
      const [first, second] = await Promise.all([findTemporalBinary(options), findTemporalBinary(options)]);
      expect(first).toBe(second);
      expect(await goCalls()).toHaveLength(1);
      expect(lines).toContainEqual(expect.stringContaining(`Waiting for process ${process.pid}`));
    });

    it('keeps nothing of a build that does not run', async () => {
      await installGo('exit 1');
      await expect(findTemporalBinary(options)).rejects.toThrow(/The build from source: .* does not run/);
      expect(await readdir(options.cacheDir)).toEqual([]);
    });

    it('keeps nothing of a build that failed half-way, and tells the last that Go said', async () => {
      await writeTool(
        scratch.path('bin', 'go'),
        `${buildsTool(scratch.path('go-calls'), tellsServer('1.32.1'))}; echo 'no space left' >&2; exit 1`,
      );
      await expect(findTemporalBinary(options)).rejects.toThrow(
        'The build from source: go build ended with 1: no space left',
      );
      expect(await readdir(options.cacheDir)).toEqual([]);
    });

    it('looks into the cache directory that the environment names', async () => {
      await installGo();
      const env = { ...options.env, XDG_CACHE_HOME: scratch.path('xdg') };
      const { report, moduleDir } = options;
      const binary = await findTemporalBinary({ report, moduleDir, download: noDownload, env });
      expect(binary).toContain(scratch.path('xdg', 'locrelease'));
    });

    it('tells every way that was tried, why it failed and what to install', async () => {
      const old = await writeTool(scratch.path('bin', 'temporal'), tellsServer('1.29.0'));
      const failure = findTemporalBinary(options);
      await expect(failure).rejects.toBeInstanceOf(NoTemporalServer);
      await expect(failure).rejects.toThrow(`\`temporal\` on the PATH: ${old} has server 1.29.0`);
      await expect(failure).rejects.toThrow('The download: the download site is not reached');
      await expect(failure).rejects.toThrow('The build from source: Go is not installed');
      await expect(failure).rejects.toThrow('Install the Temporal CLI v1.9.1 or newer');
    });

    it('names the cache when nothing can be kept there', async () => {
      await scratch.write('file', '');
      const cacheDir = scratch.path('file', 'cache');
      await expect(findTemporalBinary({ ...options, cacheDir })).rejects.toThrow(`The cache ${cacheDir}: `);
    });
  });
});

describe('download binary', () => {
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
});
