/** Numbers in words. */
const format = new Intl.NumberFormat('en');

/** `4,120` */
export const numberText = (count: number): string => format.format(count);

/** `1 term`, `4,120 terms` */
export const counted = (count: number, noun: string): string =>
  `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;
const byteUnits = ['bytes', 'kB', 'MB', 'GB'];

export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  const maximumFractionDigits = value < 10 && power > 0 ? 1 : 0;
  return `${value.toLocaleString('en', { maximumFractionDigits })} ${byteUnits[power] ?? ''}`;
}
