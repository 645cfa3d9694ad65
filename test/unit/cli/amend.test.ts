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
