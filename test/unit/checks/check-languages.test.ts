import { judgeLanguages } from '../../../src/checks/check-languages';

const listed = ['en', 'ja', 'ko', 'zh-cn', 'zh-tw', 'pt-br', 'cs', 'fr'];

describe('a language that the service does not list', () => {
  it.each([
    ['jp', ' Did you mean ja?'],
    ['kr', ' Did you mean ko?'],
    ['cz', ' Did you mean cs?'],
    ['cn', ' Did you mean zh-cn or zh-tw?'],
    ['br', ' Did you mean pt-br?'],
    ['zh-cm', ' Did you mean zh-cn or zh-tw?'],
    ['tlh', ''],
    ['xx', ''],
  ])('is refused where others of the release are in the list: %s', (language, suggestion) => {
    const { unlisted, warnings } = judgeLanguages(['fr', language], listed);
    const message = `The localization service does not list the language ${language}.${suggestion}`;
    expect([unlisted, warnings]).toEqual([[{ language, message }], []]);
  });

  it('is refused where the release has languages of the list already', () => {
    expect(judgeLanguages(['jp'], listed, ['fr']).unlisted).toHaveLength(1);
  });

  it('is only doubtful where the list has none of the release', () => {
    expect(judgeLanguages(['jp'], listed)).toEqual({
      unlisted: [],
      warnings: ['The localization service does not list the language jp. Did you mean ja?'],
    });
    expect(judgeLanguages(['fr', 'ja'], [])).toMatchObject({ unlisted: [], warnings: [{}, {}] });
  });

  it.each([
    ['zh-cn', 'zh-hans'],
    ['pt', 'pt-br'],
    ['ja-jp', 'ja'],
  ])('is only doubtful where another code of the list is the same language: %s as %s', (code, other) => {
    expect(judgeLanguages(['fr', code], ['fr', other])).toEqual({
      unlisted: [],
      warnings: [`The localization service does not list the language ${code}. Did you mean ${other}?`],
    });
  });

  it('is none that is listed', () => {
    expect(judgeLanguages(['fr', 'ja'], listed)).toEqual({ unlisted: [], warnings: [] });
  });
});
