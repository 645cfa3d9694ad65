import { nearestWord } from './nearest-word';

/** What to say of a word that stands where only certain ones may. */
export function unknownKey(key: string, allowed: readonly string[]): string {
  return `is not a known key${suggestion(key, allowed)}; allowed are ${allowed.join(', ')}`;
}

export function unknownValue(value: unknown, allowed: readonly string[]): string {
  return `must be one of ${allowed.join(', ')}${typeof value === 'string' ? suggestion(value, allowed) : ''}`;
}

function suggestion(word: string, allowed: readonly string[]): string {
  const nearest = nearestWord(word, allowed);
  return nearest === null ? '' : ` (did you mean ${nearest}?)`;
}
