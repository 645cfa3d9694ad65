import { pluralIn } from '../plural';

const format = new Intl.NumberFormat('ar-u-nu-latn');

export const plural = pluralIn('ar-u-nu-latn');
export const number = (value: number): string => format.format(value);
