/** Counts after a noun or a preposition: "two" has another form there, and "no" has none. */
import { counted } from './counts';

export const ofTerms = counted('0 مصطلح', 'مصطلح واحد', 'مصطلحين', 'مصطلحات', 'مصطلحًا', 'مصطلح');
export const ofReleases = counted('0 إصدار', 'إصدار واحد', 'إصدارين', 'إصدارات', 'إصدارًا', 'إصدار');
export const ofStrings = counted('0 نص', 'نص واحد', 'نصين', 'نصوص', 'نصًا', 'نص');
export const ofCharacters = counted('0 حرف', 'حرف واحد', 'حرفين', 'أحرف', 'حرفًا', 'حرف');
