import { isUtf8 } from 'node:buffer';
import { pathFault } from '../domain/text/path-fault';
import { readFileBytes } from '../files/regular-file';
import { fileError, InputError } from './input-error';

/** The limit for strings or terms: more than any service accepts in one call. */
const MOST_BYTES = 64 * 1024 * 1024;
/** The limit for a release file, of which a long one has a few thousand bytes. */
export const MOST_SPEC_BYTES = 1024 * 1024;

/** `utf-16` is recognised by its byte order mark; `latin1` applies to all bytes that are not UTF-8, as in Java. */
export type OtherEncoding = 'utf-16' | 'latin1';

interface ReadOptions {
  mostBytes?: number;
  otherEncoding?: OtherEncoding | undefined;
  /** Whether a blank file gives an empty text instead of a fault. */
  mayBeEmpty?: boolean;
}

/** Reads a person's text file without its byte order mark; any other encoding is refused. */
export async function readText(
  file: string,
  { mostBytes = MOST_BYTES, otherEncoding, mayBeEmpty = false }: ReadOptions = {},
): Promise<string> {
  const bytes = await readBytes(file, mostBytes);
  const decoded = decode(bytes, otherEncoding);
  if (typeof decoded !== 'string') throw new InputError([{ file, key: null, ...decoded }]);
  const text = decoded.replace(/^\uFEFF/, '');
  if (text.trim() !== '') return text;
  if (mayBeEmpty) return '';
  throw fileError(file, 'is empty');
}

export async function readBytes(file: string, mostBytes = MOST_BYTES): Promise<Buffer> {
  try {
    return await readFileBytes(file, mostBytes);
  } catch (error) {
    throw fileError(file, readFault(error));
  }
}

export function readFault(error: unknown): string {
  return pathFault(error) ?? `cannot be read: ${String(error)}`;
}

function decode(bytes: Buffer, other: OtherEncoding | undefined): string | { line: number; message: string } {
  const start = bytes.toString('latin1', 0, 2);
  if (['\xff\xfe\0\0', '\0\0\xfe\xff'].includes(bytes.toString('latin1', 0, 4)))
    return { line: 1, message: 'is UTF-32; save it as UTF-8' };
  if (start === '\xff\xfe' || start === '\xfe\xff') {
    if (other !== 'utf-16') return { line: 1, message: 'is UTF-16; save it as UTF-8' };
    const whole = bytes.length % 2 === 0;
    if (!whole) return { line: 1, message: 'ends in the middle of a UTF-16 character' };
    return (start === '\xff\xfe' ? bytes : bytes.swap16()).toString('utf16le');
  }
  const isText = isUtf8(bytes);
  const zeroAt = bytes.indexOf(0);
  if (zeroAt < 0 && isText) return bytes.toString('utf8');
  if (zeroAt < 0 && other === 'latin1') return bytes.toString('latin1');
  if (!isText)
    return { line: lineAtByte(bytes, firstBadLineStart(bytes)), message: 'is not UTF-8; save it as UTF-8' };
  return { line: lineAtByte(bytes, zeroAt), message: 'has a NUL character; remove it, or save it as UTF-8' };
}

/** No character of UTF-8 contains a newline's byte, so each line can be checked alone. */
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
