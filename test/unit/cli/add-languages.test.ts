import { languageCodes } from '../../../src/cli/add-languages';
import { unlistedWarnings } from '../../../src/client/unlisted-languages';

describe('languages to add', () => {
  it('are taken in any spelling, once each', () => {
    expect(languageCodes(['FR', 'zh_CN', 'fr'])).toEqual(['fr', 'zh-cn']);
  });

  it.each(['Klingon!', 'f', 'fr,de', ''])('are refused where %j cannot be a code', (word) => {
    expect(() => languageCodes(['fr', word])).toThrow(`"${word}" is not a language code. Nothing was added.`);
  });

  it('are warned of where the service does not list them, in whatever spelling', () => {
    expect(unlistedWarnings(['fr', 'zh-cn'], ['FR', 'zh_CN'])).toEqual([]);
    expect(unlistedWarnings(['zh-cm', 'tlh'], ['fr', 'zh_CN'])).toEqual([
      'Warning: The localization service does not list the language zh-cm. Did you mean zh-cn?',
      'Warning: The localization service does not list the language tlh.',
    ]);
  });
});
