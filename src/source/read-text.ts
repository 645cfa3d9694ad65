import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { InputError } from './input-error';

/** Of strings or terms: more than any service takes in one call. */
const MOST_BYTES = 256 * 1024 * 1024;
/** Of a file that asks for something: a long one has a few thousand. */
export const MOST_SPEC_BYTES = 1024 * 1024;

export const tooLong = (mostBytes: number): string => `is larger than ${mostBytes / 1024 / 1024} MB`;

/** The text of a file that a person wrote, without its byte order mark; anything but UTF-8 is refused. */
export async function readText(file: string, mostBytes = MOST_BYTES): Promise<string> {
  const bytes = await readBytes(file, mostBytes);
  const fault = encodingFault(bytes);
  if (fault !== null) throw new InputError([{ file, key: null, ...fault }]);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') throw new InputError([{ file, line: null, key: null, message: 'is empty' }]);
  return text;
}

export async function readBytes(file: string, mostBytes = MOST_BYTES): Promise<Buffer> {
  const refuse = (message: string): InputError => new InputError([{ file, line: null, key: null, message }]);
  try {
    // A pipe is waited for, as everywhere; a device never ends, or is nobody's text.
    const handle = await open(file);
    try {
      const status = await handle.stat();
      if (status.isDirectory()) throw refuse('is a directory, not a file');
      if (!status.isFile() && !status.isFIFO()) throw refuse('is a device, not a file');
      const chunks: Buffer[] = [];
      // What a file says of its size need not be true: those of /proc say 0, and some of them never end.
      for await (const chunk of handle.createReadStream({ end: mostBytes, autoClose: false }))
        chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      if (bytes.length > mostBytes) throw refuse(tooLong(mostBytes));
      return bytes;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw error instanceof InputError ? error : refuse(unreadable(error));
  }
}

export function unreadable(error: unknown): string {
  switch (typeof error === 'object' && error !== null && 'code' in error ? error.code : null) {
    case 'ENOENT':
      return 'does not exist';
    case 'EACCES':
    case 'EPERM':
      return 'cannot be read: permission denied';
    default:
      return `cannot be read: ${String(error)}`;
  }
}

function encodingFault(bytes: Buffer): { line: number; message: string } | null {
  const start = bytes.toString('latin1', 0, 2);
  if (start === '\xff\xfe' || start === '\xfe\xff') {
    return { line: 1, message: 'is UTF-16; save it as UTF-8' };
  }
  const badAt = isUtf8(bytes) ? bytes.indexOf(0) : firstBadLineStart(bytes);
  if (badAt < 0) return null;
  return { line: lineAtByte(bytes, badAt), message: 'is not UTF-8; save it as UTF-8' };
}

/** No character of UTF-8 has a newline's byte within it, so each line can be judged alone. */
function firstBadLineStart(bytes: Buffer): number {
  for (let start = 0; ;) {
    const newline = bytes.indexOf(0x0a, start);
    if (newline < 0 || !isUtf8(bytes.subarray(start, newline))) return start;
    start = newline + 1;
  }
}

function lineAtByte(bytes: Buffer, offset: number): number {
  let line = 1;
  for (let at = bytes.indexOf(0x0a); at >= 0 && at < offset; at = bytes.indexOf(0x0a, at + 1)) line += 1;
  return line;
}
