/** Terms for a termbase, stored by the digest of their content until all of them are uploaded. */
import * as z from 'zod';
import type { NewTerm, TermChange } from '../localization/requests';
import type { ContentStore } from './content-store';
import { StoreError } from './store-error';

/** Some terms of a termbase as they were at one time. */
export interface TermbaseReading {
  /** The only source language whose terms can be read; null: the service does not report it. */
  sourceLanguage: string | null;
  /** When the last change in the whole termbase was made, by the service's clock. */
  newestAt: string | null;
  terms: NewTerm[];
}

const fields = {
  category: z.string().exactOptional(),
  pic: z.string().exactOptional(),
  translations: z.record(z.string(), z.string()).exactOptional(),
};
const newTerms = z.array(z.strictObject({ content: z.string(), source_language: z.string(), ...fields }));
const termChanges = z.array(
  z.strictObject({ id: z.string(), content: z.string().exactOptional(), ...fields }),
);
const reading = z.strictObject({
  sourceLanguage: z.string().nullable(),
  newestAt: z.string().nullable(),
  terms: newTerms,
});

export async function putTerms(
  store: ContentStore,
  terms: readonly NewTerm[] | readonly TermChange[] | TermbaseReading,
): Promise<string> {
  const { sha256 } = await store.put(JSON.stringify(terms));
  return sha256;
}

export function getNewTerms(store: ContentStore, sha256: string): Promise<NewTerm[]> {
  return getTerms(store, sha256, newTerms);
}

export function getTermChanges(store: ContentStore, sha256: string): Promise<TermChange[]> {
  return getTerms(store, sha256, termChanges);
}

export function getReading(store: ContentStore, sha256: string): Promise<TermbaseReading> {
  return getTerms(store, sha256, reading);
}

async function getTerms<Schema extends z.ZodType>(
  store: ContentStore,
  sha256: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(parseJson(await store.get(sha256)));
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new StoreError(
    'unfit',
    `Content ${sha256} of the store is not a list of terms${place === '' ? '' : ` (wrong at ${place})`}. ` +
      'Nothing was sent. Upload the file again.',
  );
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
