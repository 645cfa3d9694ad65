export class UnknownEncoding extends Error {
  override readonly name = 'UnknownEncoding';
}

/** Decodes UTF-8 or UTF-16, by the byte order mark, or by the zero bytes of UTF-16. */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  const decode = (chunk?: Uint8Array): string => {
    decoder ??= new TextDecoder(encodingOf(chunk ?? new Uint8Array()), { fatal: true });
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new UnknownEncoding(`it is not valid ${decoder.encoding.toUpperCase()}`);
    }
  };
  for await (const chunk of chunks) yield decode(chunk);
  yield decode();
}

/** A file begins with ASCII, a name or a bracket, of which UTF-16 makes every second byte zero. */
function encodingOf(start: Uint8Array): string {
  const [first = 1, second = 1] = start;
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return 'utf-8';
}
