import { arabic } from '../../../web/messages/ar/arabic';
import { english } from '../../../web/messages/en/english';
import { wantedLanguage } from '../../../web/messages/languages';

describe('the language of the page', () => {
  it('is the first wanted one that the page speaks, in any country', () => {
    expect(wantedLanguage(['', 'fr-FR', 'ar-EG', 'en'])).toBe('ar');
    expect(wantedLanguage(['EN-gb', 'ar'])).toBe('en');
    expect(wantedLanguage(['arn', 'xx'])).toBe('en');
    expect(wantedLanguage([])).toBe('en');
  });

  it('counts as its readers do', () => {
    expect([0, 1, 2, 4120].map(english.counts.terms)).toEqual([
      '0 terms',
      '1 term',
      '2 terms',
      '4,120 terms',
    ]);
    expect([0, 1, 2, 3, 11, 100, 4120].map(arabic.counts.terms)).toEqual([
      'لا مصطلحات',
      'مصطلح واحد',
      'مصطلحان',
      '3 مصطلحات',
      '11 مصطلحًا',
      '100 مصطلح',
      '4,120 مصطلحًا',
    ]);
  });
});

/** What a catalogue says outright: texts, wherever they stand in it. */
function textsOf(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`));
}

describe('the Arabic catalogue', () => {
  it('says everything in Arabic', () => {
    const { locale: _locale, ...said } = arabic;
    const foreign = textsOf(said, 'arabic').filter(([, text]) => !/\p{Script=Arabic}/u.test(text));
    expect(foreign).toEqual([]);
  });
});
