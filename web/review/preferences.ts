/** This operator's settings for the review, stored in this browser. */
import { signal } from '@preact/signals';
import { storedValue } from '../storage';
import type { Column } from './list/columns';

/** Whether single letters are keys of the review. */
export const letterKeys = storedValue('locrelease.letter-keys', true);

/** Whether the details of the current term are shown next to the table. */
export const detailsShown = storedValue('locrelease.details', true);

export const toggleDetails = (): void => void (detailsShown.value = !detailsShown.value);

/** By name, which columns somebody has chosen otherwise. */
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

/** Which languages they review; null: all. */
const chosenLanguages = storedValue<readonly string[] | null>('locrelease.review-languages', null);

/** Of the languages of a release; who reviews none of them sees to all. */
export function reviewedOf(languages: readonly string[]): readonly string[] {
  const own = languages.filter((language) => chosenLanguages.value?.includes(language) === true);
  return own.length === 0 ? languages : own;
}

/** Sets the languages of a release. The settings of other languages stay. */
export function setReviewed(languages: readonly string[], wanted: readonly string[]): void {
  const others = (chosenLanguages.value ?? []).filter((language) => !languages.includes(language));
  const isAll = wanted.length === languages.length && others.length === 0;
  chosenLanguages.value = isAll ? null : [...others, ...wanted];
}
