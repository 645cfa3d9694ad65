/** Terms that we send against terms that the termbase has. */
import type { NewTerm } from './requests';

/** A project has a content once for each source language. */
export function termKey({ content, source_language }: Pick<NewTerm, 'content' | 'source_language'>): string {
  return JSON.stringify([source_language, content]);
}

/** Whether a term has every value that an upload gives; what it leaves out may be anything, and an empty text is none. */
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
