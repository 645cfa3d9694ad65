/** Counts after a noun or a preposition: "two" has another form there, and "no" has none. */
import { counted } from './counts';

export const ofTerms = counted('0 مصطلح', 'مصطلح واحد', 'مصطلحين', 'مصطلحات', 'مصطلحًا', 'مصطلح');
export const ofReleases = counted('0 إصدار', 'إصدار واحد', 'إصدارين', 'إصدارات', 'إصدارًا', 'إصدار');
export const ofStrings = counted('0 نص', 'نص واحد', 'نصين', 'نصوص', 'نصًا', 'نص');
export const ofCharacters = counted('0 حرف', 'حرف واحد', 'حرفين', 'أحرف', 'حرفًا', 'حرف');
export const ofAccounts = counted('0 حساب', 'حساب واحد', 'حسابين', 'حسابات', 'حسابًا', 'حساب');
export const ofCalls = counted('0 استدعاء', 'استدعاء واحد', 'استدعاءين', 'استدعاءات', 'استدعاءً', 'استدعاء');
export const ofFiles = counted('0 ملف', 'ملف واحد', 'ملفين', 'ملفات', 'ملفًا', 'ملف');
export const ofLanguages = counted('0 لغة', 'لغة واحدة', 'لغتين', 'لغات', 'لغة', 'لغة');
