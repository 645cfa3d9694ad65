const plainNumber = new Intl.NumberFormat('en');

export const numberText = (count: number): string => plainNumber.format(count);

/** `1 term`, `4,120 terms`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

const byteUnits = ['bytes', 'kB', 'MB', 'GB'];

export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${byteUnits[power] ?? ''}`;
}
