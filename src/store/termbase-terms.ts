/** Terms for a termbase, stored by the digest of their content until all of them are uploaded. */
import * as z from 'zod';
import { newTerm, termChange, type NewTerm, type TermChange } from '../localization/requests';
import type { ContentStore } from './content-store';
import { StoreError } from './store-error';
import { parsedJson } from './termbase-archive';

/** Some terms of a termbase as they were at one time. */
const reading = z.strictObject({
  /** The only source language whose terms can be read; null: the service does not report it. */
  sourceLanguage: z.string().nullable(),
  /** When the last change in the whole termbase was made, by the service's clock. */
  newestAt: z.string().nullable(),
  terms: z.array(newTerm),
});
export type TermbaseReading = z.output<typeof reading>;

export function putTerms(
  store: ContentStore,
  terms: readonly NewTerm[] | readonly TermChange[] | TermbaseReading,
): Promise<string> {
  return store.putJson(terms);
}

export function getNewTerms(store: ContentStore, sha256: string): Promise<NewTerm[]> {
  return getTerms(store, sha256, z.array(newTerm));
}

export function getTermChanges(store: ContentStore, sha256: string): Promise<TermChange[]> {
  return getTerms(store, sha256, z.array(termChange));
}

export function getReading(store: ContentStore, sha256: string): Promise<TermbaseReading> {
  return getTerms(store, sha256, reading);
}

async function getTerms<Schema extends z.ZodType>(
  store: ContentStore,
  sha256: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(parsedJson(await store.get(sha256)));
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new StoreError(
    'unfit',
    `Content ${sha256} of the store is not a list of terms${place === '' ? '' : ` (wrong at ${place})`}. ` +
      'Nothing was sent. Upload the file again.',
  );
}
