import type { Words } from '../words';
import { number, plural } from './numbers';

/** One and two are in the word itself; from 3 to 10 the plural follows the number, from 11 on the singular. */
export const counted =
  (zero: string, one: string, two: string, few: string, many: string, other: string) => (count: number) =>
    plural(count, { zero, one, two, few: `# ${few}`, many: `# ${many}`, other: `# ${other}` });

export const counts: Words['counts'] = {
  andMore: (count) => `و${number(count)} غيرها`,
  accounts: counted('لا حسابات', 'حساب واحد', 'حسابان', 'حسابات', 'حسابًا', 'حساب'),
  attempts: counted('لا محاولات', 'محاولة واحدة', 'محاولتان', 'محاولات', 'محاولة', 'محاولة'),
  calls: counted('لا استدعاءات', 'استدعاء واحد', 'استدعاءان', 'استدعاءات', 'استدعاءً', 'استدعاء'),
  changes: counted('لا تغييرات', 'تغيير واحد', 'تغييران', 'تغييرات', 'تغييرًا', 'تغيير'),
  characters: counted('لا أحرف', 'حرف واحد', 'حرفان', 'أحرف', 'حرفًا', 'حرف'),
  files: counted('لا ملفات', 'ملف واحد', 'ملفان', 'ملفات', 'ملفًا', 'ملف'),
  keys: counted('لا مفاتيح', 'مفتاح واحد', 'مفتاحان', 'مفاتيح', 'مفتاحًا', 'مفتاح'),
  languages: counted('لا لغات', 'لغة واحدة', 'لغتان', 'لغات', 'لغة', 'لغة'),
  notices: counted('لا إشعارات', 'إشعار واحد', 'إشعاران', 'إشعارات', 'إشعارًا', 'إشعار'),
  releases: counted('لا إصدارات', 'إصدار واحد', 'إصداران', 'إصدارات', 'إصدارًا', 'إصدار'),
  reviews: counted('لا مراجعات', 'مراجعة واحدة', 'مراجعتان', 'مراجعات', 'مراجعة', 'مراجعة'),
  strings: counted('لا نصوص', 'نص واحد', 'نصان', 'نصوص', 'نصًا', 'نص'),
  terms: counted('لا مصطلحات', 'مصطلح واحد', 'مصطلحان', 'مصطلحات', 'مصطلحًا', 'مصطلح'),
  unsavedDrafts: counted(
    'لا مسودات غير محفوظة',
    'مسودة واحدة غير محفوظة',
    'مسودتان غير محفوظتين',
    'مسودات غير محفوظة',
    'مسودة غير محفوظة',
    'مسودة غير محفوظة',
  ),
  weeks: counted('لا أسابيع', 'أسبوع واحد', 'أسبوعان', 'أسابيع', 'أسبوعًا', 'أسبوع'),
  words: counted('لا كلمات', 'كلمة واحدة', 'كلمتان', 'كلمات', 'كلمة', 'كلمة'),
};
