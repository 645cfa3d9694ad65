import { pluralIn } from '../plural';

const format = new Intl.NumberFormat('en');

export const plural = pluralIn('en');
export const number = (value: number): string => format.format(value);
