import { words } from './messages/words';

export const numberText = (count: number): string => words.number(count);

export function bytesText(bytes: number): string {
  const { byteUnits } = words.common;
  const power = bytes < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  const maximumFractionDigits = value < 10 && power > 0 ? 1 : 0;
  return `${value.toLocaleString(words.locale, { maximumFractionDigits })} ${byteUnits[power] ?? ''}`;
}
