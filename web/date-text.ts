/** A day such as `2026-11-16`, as the reader's language writes it. */
export const dateText = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`));
