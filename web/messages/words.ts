/** What the page says, in the language of its reader. What releases and services write is shown as they wrote it. */
import { english } from './en/english';

/** Every language says all of this: what one lacks does not compile. */
export type Words = typeof english;

/** Read it where something is shown, not when a file is loaded: the language is known only once the page begins. */
export let words: Words = english;

export function speak(chosen: Words): void {
  words = chosen;
}
