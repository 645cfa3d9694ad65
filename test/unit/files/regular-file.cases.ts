import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { readConfig } from '../../../src/config/config';
import { pathFault } from '../../../src/domain/text/path-fault';
import { fileChunks, readFileBytes, readFileBytesSync } from '../../../src/files/regular-file';
import { readReleaseFile } from '../../../src/source/read-release-file';
import { readSourceFiles } from '../../../src/source/read-source-files';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

const readers = {
  whole: (path: string) => readFileBytes(path, 100),
  atOnce: (path: string) => Promise.resolve().then(() => readFileBytesSync(path, 100)),
  inPieces: async (path: string) => {
    const pieces: Buffer[] = [];
    for await (const piece of fileChunks(path)) pieces.push(piece);
    return Buffer.concat(pieces);
  },
};

async function faultOf(reading: Promise<unknown>): Promise<string | null> {
  return reading.then(
    () => null,
    (error: unknown) => pathFault(error) ?? String(error),
  );
}

describe.each(Object.entries(readers))('a file read %s', (_name, read) => {
  it('is read, also through a link', async () => {
    const path = scratch.path('file');
    await writeFile(path, 'Hello');
    await symlink(path, scratch.path('link'));
    expect(String(await read(path))).toBe('Hello');
    expect(String(await read(scratch.path('link')))).toBe('Hello');
  });

  it('is no pipe, device, socket or directory', async () => {
    execFileSync('mkfifo', [scratch.path('pipe')]);
    await symlink(scratch.path('pipe'), scratch.path('link'));
    await mkdir(scratch.path('directory'));
    const server = createServer().listen(scratch.path('socket'));
    try {
      expect(await faultOf(read(scratch.path('pipe')))).toBe('is a pipe, not a file');
      expect(await faultOf(read(scratch.path('link')))).toBe('is a pipe, not a file');
      expect(await faultOf(read('/dev/zero'))).toBe('is a device, not a file');
      expect(await faultOf(read(scratch.path('directory')))).toBe('is a directory, not a file');
      expect(await faultOf(read(scratch.path('socket')))).toBe('is a socket or a device, not a file');
    } finally {
      server.close();
    }
  });
});

it.each(['whole', 'atOnce'] as const)('a file that is too large is not read %s', async (how) => {
  await writeFile(scratch.path('file'), 'x'.repeat(101));
  expect(await faultOf(readers[how](scratch.path('file')))).toMatch(/^is larger than/);
  await writeFile(scratch.path('file'), 'x'.repeat(100));
  expect(await readers[how](scratch.path('file'))).toHaveLength(100);
});

it('whatever people name is refused in a sentence where it is a pipe', async () => {
  const pipe = scratch.path('pipe.json');
  execFileSync('mkfifo', [pipe]);
  await expect(readReleaseFile(pipe)).rejects.toThrow(`${pipe}: is a pipe, not a file`);
  await expect(readSourceFiles({ file: pipe })).rejects.toThrow(`${pipe}: is a pipe, not a file`);
  expect(() => readConfig({ LOCRELEASE_CONFIG: pipe })).toThrow(
    `Cannot read ${pipe}: it is a pipe, not a file.`,
  );
});
