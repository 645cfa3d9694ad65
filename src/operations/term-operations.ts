/** The review of terms. A list of terms is answered with the sheet that it was read from. */
import * as z from 'zod';
import { named } from '../client/release-name';
import { sheetWithDigest } from '../client/terms-with-digest';
import type { TermSheetRef } from '../domain/status';
import type { SheetTerm } from '../domain/term-sheet';
import { messageSchemas } from '../protocol/message-schemas';
import type { ContentStore } from '../store/content-store';
import { readSheet } from '../store/stored-term-sheet';
import { LONG_BOUND_MS, operation } from './operation';
import { release, text } from './input-parts';

const { editTerms, deleteTerms, markTerms, keepTermbase, confirm, reject } = messageSchemas;
const by = { by: true } as const;

export interface ReadSheet {
  sheet: TermSheetRef;
  terms: SheetTerm[];
}

export const termOperations = {
  /** As the release last read them, or as the list with this digest had them; null: there is no such list. */
  knownTerms: operation({
    role: 'read',
    input: z.strictObject({ id: release, digest: text.exactOptional() }),
    run: async ({ client, releases, store }, { id, digest }) => {
      const terms = await (digest === undefined
        ? releases.status(id).then((status) => status.terms)
        : sheetWithDigest(client, id, digest));
      return terms === null ? null : sheetWithTerms(store, terms);
    },
  }),
  /** Anew from the service. */
  refreshTerms: operation({
    role: 'review',
    input: z.strictObject({ id: release }),
    boundMs: LONG_BOUND_MS,
    run: async ({ releases, store }, { id }, { name }) =>
      sheetWithTerms(store, await releases.refreshTerms(id, { by: name() })),
  }),
  /** Held against the termbase as it is now. */
  matchTermbase: operation({
    role: 'review',
    input: z.strictObject({ id: release }),
    boundMs: LONG_BOUND_MS,
    run: async ({ releases, store }, { id }, { name }) =>
      sheetWithTerms(store, await releases.matchTermbase(id, { by: name() })),
  }),
  editTerms: operation({
    role: 'review',
    input: z.strictObject({ id: release, ...editTerms.omit(by).shape }),
    boundMs: LONG_BOUND_MS,
    run: ({ releases }, { id, ...said }, { name }) => releases.editTerms(id, { by: name(), ...said }),
  }),
  deleteTerms: operation({
    role: 'review',
    input: z.strictObject({ id: release, ...deleteTerms.omit(by).shape }),
    boundMs: LONG_BOUND_MS,
    run: ({ releases }, { id, ...said }, { name }) => releases.deleteTerms(id, { by: name(), ...said }),
  }),
  markTerms: operation({
    role: 'review',
    input: z.strictObject({ id: release, ...markTerms.omit(by).shape }),
    run: ({ releases }, { id, ...said }, { name }) => releases.markTerms(id, { by: name(), ...said }),
  }),
  keepTermbase: operation({
    role: 'review',
    input: z.strictObject({ id: release, ...keepTermbase.omit(by).shape }),
    boundMs: LONG_BOUND_MS,
    run: ({ releases }, { id, ...said }, { name }) => releases.keepTermbase(id, { by: name(), ...said }),
  }),
  confirmTerms: operation({
    role: 'review',
    input: z.strictObject({ id: release, ...confirm.omit({ by: true, proof: true }).shape }),
    run: async ({ releases }, { id, ...said }, { prove }) => {
      const about = said.digest ?? 'none';
      const who = await prove({ what: 'confirm', release: named(id), about });
      return releases.confirm(id, { ...who, ...said });
    },
  }),
  rejectTerms: operation({
    role: 'review',
    input: z.strictObject({ id: release, ...reject.omit(by).shape }),
    run: ({ releases }, { id, ...said }, { name }) => releases.reject(id, { by: name(), ...said }),
  }),
};

async function sheetWithTerms(store: ContentStore, sheet: TermSheetRef): Promise<ReadSheet> {
  return { sheet, terms: await readSheet(store, sheet) };
}
