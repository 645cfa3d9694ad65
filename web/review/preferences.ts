/** This operator's settings for the review, stored in this browser. */
import { signal } from '@preact/signals';
import { storedValue } from '../storage';
import type { Column } from './list/columns';

export const letterKeys = storedValue('locrelease.letter-keys', true);

export const detailsShown = storedValue('locrelease.details', true);

export const toggleDetails = (): void => void (detailsShown.value = !detailsShown.value);

/** Columns that the operator has switched on or off, by name. */
const chosenColumns = storedValue<Readonly<Record<string, boolean>>>('locrelease.columns', {});
const wide = matchMedia('(min-width: 110rem)');
const isWide = signal(wide.matches);
wide.addEventListener('change', ({ matches }) => (isWide.value = matches));

export function isShown({ name, usual }: Pick<Column, 'name' | 'usual'>): boolean {
  const chosen = chosenColumns.value;
  const choice = Object.hasOwn(chosen, name) ? chosen[name] : undefined;
  return choice ?? (usual === 'always' || (usual === 'wide' && isWide.value));
}

export function showColumn(name: string, isWanted: boolean): void {
  chosenColumns.value = { ...chosenColumns.value, [name]: isWanted };
}

/** The languages that the operator reviews; null: all. */
const chosenLanguages = storedValue<readonly string[] | null>('locrelease.review-languages', null);

/** An operator who reviews none of a release's languages reviews all of them. */
export function reviewedOf(languages: readonly string[]): readonly string[] {
  const own = languages.filter((language) => chosenLanguages.value?.includes(language) === true);
  return own.length === 0 ? languages : own;
}

/** Sets the choice for a release's languages. The choice for other languages stays. */
export function setReviewed(languages: readonly string[], wanted: readonly string[]): void {
  const others = (chosenLanguages.value ?? []).filter((language) => !languages.includes(language));
  const isAll = wanted.length === languages.length && others.length === 0;
  chosenLanguages.value = isAll ? null : [...others, ...wanted];
}
