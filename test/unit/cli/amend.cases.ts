import { amendmentLines } from '../../../src/client/releases/amend-release';
import { languageCodes } from '../../../src/cli/release/amend';

describe('languages to add', () => {
  it('are taken in any spelling, once each', () => {
    expect(languageCodes(['FR', 'zh_CN', 'fr'])).toEqual(['fr', 'zh-cn']);
  });

  it.each(['Klingon!', 'f', 'fr,de', ''])('are refused where %j cannot be a code', (word) => {
    expect(() => languageCodes(['fr', word])).toThrow(
      `"${word}" is not a language code. Nothing was changed.`,
    );
  });
});

describe('what an amendment changes', () => {
  const changed = 'amend x; leave out fr';

  it.each([
    [[], { withoutLanguages: ['fr'] }, ['neither exported nor announced: fr']],
    [
      ['a: was 1, now 2'],
      { withoutLanguages: ['fr', 'de'] },
      ['a: was 1, now 2', 'neither exported nor announced: fr, de'],
    ],
    [['a: was 1, now 2'], {}, ['a: was 1, now 2']],
    [[], { terms: { deadline: 1 } }, [changed]],
  ])('is told, also where the release file has no word for it: %#', (difference, amendment, lines) => {
    expect(amendmentLines(difference, amendment, changed)).toEqual(lines);
  });
});
