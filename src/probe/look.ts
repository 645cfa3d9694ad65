import type { Seen } from './seen';

export interface Observation {
  /** By its name in the catalogue; null: none of those that we know. */
  reading: string | null;
  /** In words. */
  what: string;
}

/** What a probe's replies say of one assumption; null: nothing. */
export type Look = (seen: Seen) => Observation | null;

export const saw = (reading: string | null, what: string): Observation => ({ reading, what });

/** Whether all are lower case, none is, or neither. */
export function isUpper(words: readonly string[]): boolean {
  return words.every((word) => word === word.toUpperCase() && word !== word.toLowerCase());
}

export function isLower(words: readonly string[]): boolean {
  return words.every((word) => word === word.toLowerCase());
}

export function texts(values: readonly unknown[]): string[] {
  return [...new Set(values.filter((value): value is string => typeof value === 'string' && value !== ''))];
}
