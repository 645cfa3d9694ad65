/** The date that a calendar on the wall of that time zone shows, as `YYYY-MM-DD`. */
export function dateInZone(at: Date, timeZone: string): string {
  // The parts are put together here: how a locale writes a date differs from one ICU to the next.
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at);
  const part = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
