/** Which languages this operator reviews, as this browser keeps it. */
import { signal } from '@preact/signals';
import { keep, readKept } from '../storage';

const KEY = 'locrelease.review-languages';
const local = (): Storage => localStorage;

/** null: all. */
const chosen = signal(readKept<readonly string[] | null>(local, KEY, null));

/** Of the languages of a release; who reviews none of them sees to all. */
export function reviewedOf(languages: readonly string[]): readonly string[] {
  const own = languages.filter((language) => chosen.value?.includes(language) === true);
  return own.length === 0 ? languages : own;
}

/** Sets which of the languages of a release they are; what was said of others stays. */
export function review(languages: readonly string[], wanted: readonly string[]): void {
  const others = (chosen.value ?? []).filter((language) => !languages.includes(language));
  const isAll = wanted.length === languages.length && others.length === 0;
  chosen.value = isAll ? null : [...others, ...wanted];
  keep(local, KEY, chosen.value);
}
