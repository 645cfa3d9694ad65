const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `16 Nov`, of a week that begins so. */
export const shortDay = (day: string): string => (day === '' ? '' : format.format(new Date(`${day}T00:00Z`)));
