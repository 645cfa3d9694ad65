import { Readable } from 'node:stream';
import { decodeText, UnknownEncoding } from '../../../src/localization/decode-text';

const said = '[ja]\ngreeting=長老ミラ';
const utf16le = Buffer.from(said, 'utf16le');

async function decoded(bytes: Uint8Array): Promise<string> {
  let whole = '';
  for await (const piece of decodeText(Readable.from([bytes]))) whole += piece;
  return whole;
}

describe('the encoding of a file', () => {
  it.each([
    ['UTF-8', Buffer.from(said)],
    ['UTF-8 with its mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(said)])],
    ['UTF-16, little end first', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16le])],
    ['UTF-16, big end first', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16le).swap16()])],
    ['UTF-16 without a mark', utf16le],
  ])('is told where it is %s', async (_what, bytes) => {
    expect(await decoded(bytes)).toBe(said);
  });

  it('is unknown where the bytes are none of these', async () => {
    await expect(decoded(Buffer.from([0x83, 0x7e, 0x83, 0x89]))).rejects.toThrow(UnknownEncoding);
  });
});
