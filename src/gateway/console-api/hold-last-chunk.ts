/**
 * Passes pieces on, each when the next one is there, and of the bytes that were promised the last one only at the end. Where
 * the source fails there, as a damaged content does, something is missing, and whoever receives it knows by the length that
 * it is not whole; also where what is damaged is longer than it should be.
 */
export async function* holdLastChunk(
  pieces: AsyncIterable<Uint8Array>,
  promisedBytes: number,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array | null = null;
  let left = promisedBytes;
  for await (const piece of pieces) {
    if (held !== null) {
      left -= held.byteLength;
      if (left <= 0) throw new RangeError('The content is longer than it should be.');
      yield held;
    }
    held = piece;
  }
  if (held !== null) yield held;
}
