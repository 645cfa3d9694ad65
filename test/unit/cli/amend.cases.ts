import { amendmentLines } from '../../../src/client/releases/amend-release';
import { languageWords } from '../../../src/cli/command-options';
import { Command } from 'commander';

describe('languages to add', () => {
  const read = (...words: string[]): unknown =>
    new Command()
      .exitOverride()
      .configureOutput({ writeErr: () => undefined })
      .addOption(languageWords('More languages.').named('add-language'))
      .parse(['--add-language', ...words], { from: 'user' })
      .opts();

  it('are taken in any spelling, once each', () => {
    expect(read('FR', 'zh_CN', 'fr')).toEqual({ addLanguage: ['fr', 'zh-cn'] });
  });

  it.each(['Klingon!', 'f', 'fr,de', ''])('are refused where %j cannot be a code', (word) => {
    expect(() => read('fr', word)).toThrow(`"${word}" is not a language code.`);
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
