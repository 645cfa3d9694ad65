import { languageCodes } from '../../../src/cli/amend';
import { unlistedAmong } from '../../../src/client/unlisted-languages';

describe('languages to add', () => {
  it('are taken in any spelling, once each', () => {
    expect(languageCodes(['FR', 'zh_CN', 'fr'])).toEqual(['fr', 'zh-cn']);
  });

  it.each(['Klingon!', 'f', 'fr,de', ''])('are refused where %j cannot be a code', (word) => {
    expect(() => languageCodes(['fr', word])).toThrow(
      `"${word}" is not a language code. Nothing was changed.`,
    );
  });

  it('are warned of where the service does not list them, in whatever spelling', () => {
    expect(unlistedAmong(['fr', 'zh-cn'], ['FR', 'zh_CN'])).toEqual({ unlisted: [], warnings: [] });
    const { unlisted, warnings } = unlistedAmong(['fr', 'zh-cm', 'tlh'], ['fr', 'zh_CN']);
    expect(unlisted).toEqual(['zh-cm', 'tlh']);
    expect(warnings).toEqual([
      'Warning: The localization service does not list the language zh-cm. Did you mean zh-cn?',
      'Warning: The localization service does not list the language tlh.',
    ]);
  });
});
