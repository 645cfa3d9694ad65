import { dateText } from '../date-text';

/** `16 Nov`, of a week that begins so. */
export const shortDay = (day: string): string => dateText(day, { day: 'numeric', month: 'short' });
