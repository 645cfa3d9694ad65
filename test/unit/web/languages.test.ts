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

describe('the Arabic catalogue', () => {
  const minutes = (count: number): number => count * 60_000;

  it('tells durations and times from now as Arabic counts', () => {
    const { duration, ago, ahead, left } = arabic.times;
    expect([1, 2, 5, 11, 63, 24 * 60 * 2 + 180].map((count) => duration(minutes(count)))).toEqual([
      'دقيقة',
      'دقيقتان',
      '5 دقائق',
      '11 دقيقة',
      'ساعة و3 دقائق',
      'يومان و3 ساعات',
    ]);
    expect([ago(2, 'h'), ahead(3, 'd')]).toEqual(['قبل ساعتين', 'خلال 3 أيام']);
    const spread = { leastMs: minutes(8), usualMs: minutes(12), mostMs: minutes(20) };
    expect(left({ ...spread, isLate: false, review: null })).toBe(
      'المتبقي: 12 دقيقة تقريبًا (الأقل 8 دقائق، الأكثر 20 دقيقة)',
    );
  });

  it('gives a pair its other ending after what governs it', () => {
    const { released } = arabic.release;
    const deeds = { isPublished: true, languages: 2, files: 1, accounts: 3 };
    expect(released(deeds)).toBe('صدر في لغتين: نُشر، صُدّر إلى ملف واحد، أُعلن في 3 حسابات');
  });
});
