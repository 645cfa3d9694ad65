/** INI files that the service exported, in pieces as they come: nothing in them is refused, and where they are cut is nothing. */
import fc from 'fast-check';
import {
  ExportedIniReader,
  type ExpectedContent,
  type ExportedText,
} from '../../../src/localization/exported-ini';
import { ReleaseKeys } from '../../../src/localization/release-keys';
import { editsOf } from '../hostile';
import { TakenBadly, type Target } from '../fuzz-target';

const right = '[zh-cn]\ngreeting=你好\nfarewell="再见"\n\n[ja]\ngreeting=こんにちは\nfarewell=さようなら\n';
const keys = new ReleaseKeys(['greeting', 'farewell']);
const expected: ExpectedContent = { languages: ['zh-cn', 'ja'], keys, escape: null };

export function exportedFiles(): Promise<Target> {
  const input = fc.tuple(
    editsOf(right),
    fc.integer({ min: 1, max: 50 }),
    fc.constantFrom<ExpectedContent>(
      expected,
      { ...expected, escape: 'escape' },
      { ...expected, keys: null },
      { ...expected, languages: ['ja'], keys: null },
    ),
  );
  return Promise.resolve({
    property: fc.asyncProperty(input, ([content, pieceLength, wanted]) => {
      const atOnce = found(wanted, [content]);
      const pieces = content.match(new RegExp(`[^]{1,${pieceLength}}`, 'g')) ?? [];
      if (found(wanted, pieces) !== atOnce) {
        throw new TakenBadly('it reads otherwise in pieces');
      }
      return Promise.resolve();
    }),
    close: () => Promise.resolve(),
  });
}

function found(wanted: ExpectedContent, pieces: readonly string[]): string {
  const texts: ExportedText[] = [];
  const reader = new ExportedIniReader(wanted, (text) => texts.push(text));
  for (const piece of pieces) reader.push(piece);
  reader.end();
  return JSON.stringify([texts, reader.isBlank, [...reader.sections]]);
}
