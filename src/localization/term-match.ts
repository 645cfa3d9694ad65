/** Compares terms that we send with terms in the termbase. */
import type { NewTerm } from './requests';

/** A project has each content once for each source language. */
export function termKey({ content, source_language }: Pick<NewTerm, 'content' | 'source_language'>): string {
  return JSON.stringify([source_language, content]);
}

/**
 * Whether a term has every value that an upload gives. A field that the upload omits may be anything; an empty text
 * counts as missing.
 */
export function hasValues(term: NewTerm, wanted: NewTerm): boolean {
  const same = (given: string | undefined, has: string | undefined): boolean =>
    given === undefined || given === (has ?? '');
  return (
    same(wanted.category, term.category) &&
    same(wanted.pic, term.pic) &&
    Object.entries(wanted.translations ?? {}).every(([language, text]) =>
      same(text, term.translations?.[language]),
    )
  );
}
