/** Finds the terms that a command names, and checks an edit, mostly without a call of the service. */
import { InvalidArgumentError } from 'commander';
import { termCalled } from '../../client/glossary/term-decisions';
import { BadRequest, Refused } from '../../client/errors';
import type { Ask } from '../../operations/backend';
import type { ReleaseView } from '../../domain/release/status';
import type { SheetTerm } from '../../domain/review/term-sheet';
import type { ReadSheet } from '../../operations/term-operations';
import { nearestWord } from '../../domain/text/suggest-word';
import type { TermEdit } from '../../protocol/message-schemas';
import { StoreError } from '../../store/store-error';
import { given, type Values } from '../command';
import { parsed, text, translationOption } from '../command-options';
import { mustAgree } from '../terminal/ask';
import { writeStderr } from '../terminal/terminal';

/** The terms of these names: from the stored list, or from the service's if a name is not in it. */
export async function namedTerms(ask: Ask, id: string, names: readonly string[]) {
  const status = await ask('status', { id });
  const stored = status.terms && (await readable(ask('knownTerms', { id })));
  let terms = stored?.terms ?? null;
  const isKnown = names.every((name) => terms?.some((term) => term.id === name || term.term === name));
  if (terms !== null && !isKnown) terms = (await readable(ask('refreshTerms', { id })))?.terms ?? null;
  // Without a list the names are sent as they are; the release then reports why it has none.
  return { status, terms, termIds: terms === null ? [...names] : termIds(names, terms, `terms list ${id}`) };
}

/** An edit ends in the project's termbase, where nobody would notice a language that the release does not have. */
export function mustHaveLanguages(
  { translations = {} }: TermEdit,
  { status, terms, termIds }: Awaited<ReturnType<typeof namedTerms>>,
): void {
  const edited = (terms ?? []).filter(({ id }) => termIds.includes(id));
  const had = new Set(edited.flatMap((term) => Object.keys(term.translations)));
  const faults = Object.keys(translations).flatMap((language) =>
    had.has(language) ? [] : (languageFault(status, language) ?? []),
  );
  if (faults.length > 0)
    throw new BadRequest(
      `${faults.map((fault) => `--translation ${fault}.`).join(' ')} Nothing was changed.`,
    );
}

/** The service does not document its categories, so an unknown one only gives a warning. */
export async function mustAgreeToCategory(
  terms: readonly SheetTerm[],
  category: string | undefined,
): Promise<void> {
  const warning = categoryWarning(terms, category);
  if (warning === null) return;
  writeStderr(`Warning: ${warning}`);
  await mustAgree('Use it all the same?', 'Nothing was changed.');
}

/** `lister` is the command that lists all terms. */
export function termIds(
  names: readonly string[],
  terms: readonly Pick<SheetTerm, 'id' | 'term'>[],
  lister: string,
  list = 'term list',
): string[] {
  const ids = names.map((name) => {
    const found = termCalled(name, terms, list);
    if (typeof found !== 'string') return found.id;
    throw new BadRequest(`"${name}" ${found}. Nothing was changed. "locrelease ${lister}" shows all terms.`);
  });
  return [...new Set(ids)];
}

export function languageFault(
  { languages, comingLanguages }: Pick<ReleaseView, 'languages' | 'comingLanguages'>,
  language: string,
  whose = 'release',
): string | null {
  const known = [...languages, ...comingLanguages];
  if (known.includes(language)) return null;
  const nearest = nearestWord(language, known);
  const meant = nearest === null ? '' : ` (did you mean ${nearest}?)`;
  return `${language}: not a language of this ${whose}${meant}; its languages are ${known.join(', ')}`;
}

export function categoryWarning(terms: readonly SheetTerm[], category: string | undefined): string | null {
  if (category === undefined) return null;
  const known = new Set(
    terms.flatMap(({ category, existing }) => [category, existing?.category ?? category]),
  );
  if (known.has(category)) return null;
  const nearest = nearestWord(category, [...known]);
  const meant = nearest === null ? '' : ` Did you mean "${nearest}"?`;
  return `No term of the list has the category "${category}".${meant}`;
}

/** Returns null with a warning when the store cannot be read, since a review is possible without it. */
export async function readable(reading: Promise<ReadSheet | null>): Promise<ReadSheet | null> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    writeStderr(`The terms cannot be read here, so they are known by their ids only: ${error.message}`);
    return null;
  }
}

/** The service's current list, compared with the termbase if that can be read. */
export async function readTerms(ask: Ask, id: string): Promise<ReadSheet> {
  const read = await ask('refreshTerms', { id });
  return (await comparedTerms(ask, id)) ?? read;
}

/** Returns null with a warning when the termbase or store cannot be read, since a review is possible without. */
export async function comparedTerms(ask: Ask, id: string): Promise<ReadSheet | null> {
  return ask('matchTermbase', { id }).catch((error: unknown) => {
    if (!(error instanceof Refused) && !(error instanceof StoreError)) throw error;
    writeStderr(`The terms are not compared with the termbase: ${error.message}`);
    return null;
  });
}

export function overwriteCount(terms: readonly SheetTerm[]): string {
  return terms.length === 1 ? '1 entry of the termbase' : `${terms.length} entries of the termbase`;
}

export const EDIT_TERM =
  'Change a term, by its id or its text. When the command ends, the service has the change.';

export const editOptions = {
  term: text('<text>', 'New text of the term.'),
  category: text('<name>', 'New category.'),
  score: parsed('<number>', 'Importance from 0 to 10.', score),
  note: text('<text>', 'Note for the next reader.'),
  translation: translationOption,
};

export function editOf({ translation: translations, ...same }: Values<typeof editOptions>): TermEdit {
  const edit = { ...same, ...given({ translations }) };
  if (Object.keys(edit).length > 0) return edit;
  throw new BadRequest(
    'Name what to change: --term, --category, --score, --note or --translation. Nothing was changed.',
  );
}

function score(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 10))
    throw new InvalidArgumentError('Expected a number from 0 to 10.');
  return value;
}
