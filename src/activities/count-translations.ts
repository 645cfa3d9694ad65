import { IniReader, type IniOptions } from '../localization/ini';
import { IniFault } from '../localization/ini-items';

/**
 * Reads an INI file to its end and counts, for each of its languages, the strings that have a text in it: of the
 * wanted ones, or of all where it is not known which are.
 */
export async function countTranslations(
  chunks: AsyncIterable<Uint8Array>,
  options: IniOptions,
  wanted: ReadonlySet<string> | null,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map(options.languages.map((language) => [language, 0]));
  const reader = new IniReader(options, (language, stringId, text) => {
    if (text !== '' && (wanted?.has(stringId) ?? true)) counts.set(language, (counts.get(language) ?? 0) + 1);
  });
  for await (const piece of decoded(chunks)) reader.push(piece);
  reader.end();
  return counts;
}

async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new IniFault(line, 'not valid UTF-8 from here on');
    }
  };
  for await (const chunk of chunks) {
    const piece = decode(chunk);
    line += piece.split('\n').length - 1;
    yield piece;
  }
  yield decode();
}
