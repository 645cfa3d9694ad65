/**
 * The one way to read a file that somebody else has named or made. It is opened without blocking, must be a regular
 * file once links are followed, and no more of it is read than its reader allows. A pipe would wait for a writer in one
 * of the few threads that all files share, and a device may never end.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { FileFault } from '../domain/text/path-fault';

/** Windows has no O_NONBLOCK, and needs none. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

/** The default of 64 KB takes a thousand event loop turns for a large file. */
const CHUNK_BYTES = 1024 * 1024;

export const largerThan = (mostBytes: number): string => `is larger than ${mostBytes / 1024 / 1024} MB`;

export async function readFileBytes(path: string, mostBytes: number): Promise<Buffer> {
  const handle = await openRegular(path);
  try {
    requireFit((await handle.stat()).size, mostBytes);
    const chunks: Buffer[] = [];
    // The reported size need not be true: files of /proc report 0, and some of them never end.
    for await (const chunk of chunksOf(handle, mostBytes)) chunks.push(chunk);
    return fitting(Buffer.concat(chunks), mostBytes);
  } finally {
    await handle.close();
  }
}

/** For settings, which are read at startup, when blocking delays nobody. */
export function readFileBytesSync(path: string, mostBytes: number): Buffer {
  const file = openSync(path, FLAGS);
  try {
    const status = fstatSync(file);
    requireRegular(status);
    requireFit(status.size, mostBytes);
    const bytes = Buffer.alloc(mostBytes + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length <= mostBytes; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null);
    return fitting(bytes.subarray(0, length), mostBytes);
  } finally {
    closeSync(file);
  }
}

/** Yields a whole file of this program in chunks, without a size limit. */
export async function* fileChunks(path: string): AsyncGenerator<Buffer> {
  const handle = await openRegular(path);
  try {
    yield* chunksOf(handle);
  } finally {
    await handle.close();
  }
}

function chunksOf(handle: FileHandle, end = Infinity): AsyncIterable<Buffer> {
  return handle.createReadStream({ end, autoClose: false, highWaterMark: CHUNK_BYTES });
}

async function openRegular(path: string): Promise<FileHandle> {
  const handle = await open(path, FLAGS);
  try {
    requireRegular(await handle.stat());
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function requireRegular(status: Stats): void {
  if (status.isFile()) return;
  if (status.isDirectory()) throw new FileFault('is a directory, not a file');
  throw new FileFault(status.isFIFO() ? 'is a pipe, not a file' : 'is a device, not a file');
}

function requireFit(bytes: number, mostBytes: number): void {
  if (bytes > mostBytes) throw new FileFault(largerThan(mostBytes));
}

function fitting(bytes: Buffer, mostBytes: number): Buffer {
  requireFit(bytes.length, mostBytes);
  return bytes;
}
