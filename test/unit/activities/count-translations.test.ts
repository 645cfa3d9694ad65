import { TranslationCount } from '../../../src/activities/count-translations';

async function* chunks(count: number, chunk: (index: number) => string): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index += 1) yield await Promise.resolve(Buffer.from(chunk(index)));
}

const ja = { languages: ['ja'], escape: null };

const lines = (chunk: number): string =>
  Array.from({ length: 10_000 }, (_, line) => `key${chunk}-${line}=text\n`).join('');

describe('translations of strings that are not known', () => {
  it('are counted', async () => {
    const count = new TranslationCount(null);
    expect(await count.read(chunks(2, lines), ja)).toMatchObject({ keys: 20_000, languages: ['ja'] });
    expect(count.of('ja')).toBe(20_000);
  });

  it('are not in a page that says why there is no file', async () => {
    const page = '\n<!DOCTYPE html>\n<html\nlang="en">\n<p>Sign in</p>\n</html>\n';
    const count = new TranslationCount(null);
    expect(
      await count.read(
        chunks(1, () => page),
        ja,
      ),
    ).toMatchObject({ keys: null, isEmpty: false });
    expect(count.of('ja')).toBe(0);
  });

  it('are not counted where a file never ends: it is not checked', async () => {
    const found = await new TranslationCount(null).read(chunks(1000, lines), ja);
    expect(found).toEqual({ languages: [], keys: null, isEmpty: false, sections: [], unmatched: [] });
  });

  it('are read in time that grows with the length of a line', async () => {
    const line = `${'a.'.repeat(500_000)}=text\n`;
    const before = process.cpuUsage();
    await new TranslationCount(null).read(
      chunks(3, () => line),
      { ...ja, languages: ['ja', 'ko'] },
    );
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
  });
});
