import type { Words } from '../words';
import { counts } from './counts';
import { ofStrings } from './genitive';
import { isolated } from '../isolated';
import { number } from './numbers';

const shownOf = (shown: number, all: number): string =>
  shown === all ? counts.strings(all) : `${number(shown)} من ${ofStrings(all)}`;

export const strings: Words['strings'] = {
  title: (release) => `نصوص ${isolated(release)}`,
  heading: (release) => <>نصوص {release}</>,
  first: 'هذا أول إصدار مسجَّل لهذا المشروع.',
  comparedWith: (release) => <>مقارنةً بالإصدار {release}</>,
  notCompared: (release) => <>لم تعد قراءة ملفات {release} ممكنة، فلم يُقارن شيء.</>,
  shown: shownOf,
  shownOfFirst: (shown, all) => `${shownOf(shown, all)}. يوجد المزيد: تُعرض الأولى فقط، ولا يُقارن شيء.`,

  language: 'اللغة',
  search: 'بحث',
  searchHint: 'المعرّف أو النص المصدر أو الترجمة',
  changes: 'التغيير منذ الإصدار السابق',
  filters: { added: 'جديدة', changed: 'متغيّرة', removed: 'مُزالة', missing: 'ناقصة' },
  tags: { added: 'جديد', changed: 'متغيّر', removed: 'مُزال', missing: 'ناقص' },

  table: 'النصوص',
  string: 'النص',
  source: 'المصدر',
  translation: 'الترجمة',
};
