import type { Words } from '../words';
import { counts } from './counts';

const weeks = 'تبدأ الأسابيع يوم الاثنين بالتوقيت العالمي.';

export const insights: Words['insights'] = {
  title: 'الإحصاءات',
  project: 'المشروع',
  allProjects: 'كل المشاريع',
  time: 'المدة',
  none: 'لم ينتهِ أي إصدار في هذه الأسابيع. يُحتسب الإصدار هنا بعد انتهائه وحفظ سجله.',
  counted: (releases) => `انتهى في هذه الأسابيع: ${counts.releases(releases)}. ${weeks}`,
  countedNewest: (releases) => `أحدث الإصدارات المنتهية في هذه الأسابيع، وعددها ${releases}. ${weeks}`,
  noneInWeeks: 'لا شيء في هذه الأسابيع.',
  numbers: 'الأرقام',
  weekOf: 'أسبوع',

  releasesPerWeek: 'الإصدارات في الأسبوع',
  releasesOfWeek: (week, released, unreleased) => `أسبوع ${week}: صدر ${released}، ولم يصدر ${unreleased}`,
  good: 'صدر',
  bad: 'رُفض أو أُلغي أو فشل',
  released: 'صدر',
  notReleased: 'لم يصدر',

  reviewTimes: 'انتظار الأشخاص: مراجعات المصطلحات',
  reviewOfWeek: (week, time) => `أسبوع ${week}: ${time ?? 'لا مراجعات'}`,
  reviews: 'المراجعات',
  halfWithin: 'نصفها خلال',
  mostWithin: '9 من 10 خلال',
  reviewsInAll: (reviews, half, most) =>
    `${counts.reviews(reviews)}. مدة نصفها على الأكثر: ${half}. مدة 9 من كل 10 على الأكثر: ${most}.`,

  stringsPerWeek: 'النصوص الصادرة في الأسبوع',
  stringsOfWeek: (week, strings) => `أسبوع ${week}: ${counts.strings(strings)}`,
  strings: 'النصوص',

  stageTimes: 'مدة كل مرحلة',
  stageLegend: 'الشريط: نصف الإصدارات. الخط: 9 من كل 10.',
  noneEnded: 'لم ينتهِ أي إصدار في هذه الأسابيع.',
  stage: 'المرحلة',

  completeness: 'اكتمال اللغات المصدَّرة',
  completenessLegend: 'الشريط: أقل الإصدارات اكتمالًا. الخط: المتوسط.',
  noneExported: 'لم يُصدَّر شيء في هذه الأسابيع.',
  language: 'اللغة',
  average: 'المتوسط',
  lowest: 'الأدنى',
};
