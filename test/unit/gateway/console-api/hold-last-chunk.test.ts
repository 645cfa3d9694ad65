import { holdLastChunk } from '../../../../src/gateway/file-routes';

async function* pieces(texts: readonly string[], failsAtEnd: boolean): AsyncGenerator<Buffer> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
  if (failsAtEnd) throw new Error('damaged');
}

async function received(texts: readonly string[], failsAtEnd: boolean, promisedBytes: number) {
  let got = '';
  try {
    for await (const piece of holdLastChunk(pieces(texts, failsAtEnd), promisedBytes)) got += String(piece);
    return { got, isWhole: true };
  } catch {
    return { got, isWhole: false };
  }
}

describe('a content that is sent', () => {
  it.each([[[]], [['ab']], [['ab', 'cd', 'e']]])('is all passed on where it ends well: %j', async (texts) => {
    const all = texts.join('');
    expect(await received(texts, false, all.length)).toEqual({ got: all, isWhole: true });
  });

  it.each([
    [['ab'], 2, ''],
    [['ab', 'cd', 'e'], 5, 'abcd'],
    // It is longer than it should be, in one piece or in several.
    [['abcdef'], 4, ''],
    [['ab', 'cd', 'ef'], 4, 'ab'],
    [['abcd', 'e', 'f'], 4, ''],
    [['abcdef', 'g'], 4, ''],
  ])('never comes to the length that was promised where it is damaged: %j', async (texts, bytes, got) => {
    expect(await received(texts, true, bytes)).toEqual({ got, isWhole: false });
    expect(got.length).toBeLessThan(bytes);
  });
});
