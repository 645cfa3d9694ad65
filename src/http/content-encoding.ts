import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { Transform } from 'node:stream';

/**
 * The stream that unpacks a body with these first bytes, or null where it is not packed. Gzip is recognised by its
 * bytes, because not every server declares it.
 */
export function decoderOf(encoding: string, first: Uint8Array): Transform | null {
  if (first[0] === 0x1f && first[1] === 0x8b) return createGunzip();
  const name = encoding.trim().toLowerCase();
  if (name === 'br') return createBrotliDecompress();
  if (name !== 'deflate') return null;
  // Some servers send raw deflate data, without the zlib header that the name stands for.
  return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
}
