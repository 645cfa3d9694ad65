/** Operations of the term review. Each change returns the new sheet. */
import type { UpdateDefinition } from '@temporalio/common';
import * as z from 'zod';
import { NotThere, Refused, TermsChanged } from '../client/errors';
import { parseReleaseName } from '../client/releases/release-name';
import { termSheetRef, type TermSheetRef } from '../domain/release/status';
import { withComments } from '../domain/review/term-changes';
import { sheetTerm, type SheetTerm } from '../domain/review/sheet-schema';
import { partText } from '../domain/review/term-sheet';
import * as api from '../protocol/console-api';
import { messageSchemas, TERMS_PER_MESSAGE } from '../protocol/message-schemas';
import {
  acceptTermsUpdate,
  commentTermUpdate,
  deleteTermsUpdate,
  editTermsUpdate,
  keepTermbaseUpdate,
  markTermsUpdate,
  matchTermbaseUpdate,
  refreshTermsUpdate,
  rejectTermsUpdate,
} from '../protocol/messages';
import { storedWith, LONG_BOUND_MS, onTemporal, type Who } from './operation';
import type { BareAccess, TemporalAccess } from '../client/access';
import { release, text } from './input-parts';
import type { Client } from '@temporalio/client';
import { createHash } from 'node:crypto';
import type { ContentStore } from '../store/content-store';
import { readSheet } from '../store/stored-term-sheet';
import { releaseWorkflowId } from '../domain/release/identity';
import { valueIn } from '../protocol/read-payload';
import { cachedByKey } from '../client/shared-read';
import { readEvents } from '../client/releases/run-facts';

const knownSheet = z.object({ sheet: termSheetRef, terms: z.array(sheetTerm) });
export type ReadSheet = z.output<typeof knownSheet>;

const ofRelease = z.strictObject({ id: release });
const readAnew = ofRelease.extend({ brief: z.boolean().default(false).describe('without the terms') });
const sheetsOf = storedWith(({ store }: BareAccess) => termSheets(store));
const { commentTerm, confirm, reject } = messageSchemas;

/** A change has reached the service when its operation returns. */
const change = { role: 'review', output: api.termsResponse, boundMs: LONG_BOUND_MS } as const;

export const termOperations = {
  terms: onTemporal.read({
    summary: 'Get a page of the terms of a release, with what operators did to them',
    input: z.strictObject({
      id: release,
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(1000).default(500),
    }),
    output: api.termsPage,
    tool: {
      name: 'release_terms',
      title: 'Terms of a release',
      description:
        'Lists the scanned terms of a release as they were last read, a page at a time. confirm_terms needs the digest, and with matches it overwrites nothing else of the termbase than is shown.',
    },
    run: async (access, { id, offset, limit }) => {
      const status = await access.releases.status(id);
      const { terms: ref, languages, waitingFor } = status;
      if (ref === null)
        throw new NotThere(
          `Release ${id} has no terms. Its term scan has not ended, or it has no term review.`,
        );
      const terms = await sheetsOf(access)(ref);
      // Languages that were added after the review have no translations of these terms, so none is missing.
      const isOpen = waitingFor?.kind === 'terms';
      const translated = new Set(terms.flatMap(({ translations }) => Object.keys(translations)));
      const requested = languages.filter((language) => isOpen || translated.has(language));
      return {
        ...withRevision(ref),
        compared: terms.every(({ compared }) => compared),
        part: partText(ref),
        languages: [...new Set([...requested, ...translated])],
        offset,
        terms: withComments(terms.slice(offset, offset + limit), status),
      };
    },
  }),
  knownTerms: onTemporal.read({
    summary:
      'Get all terms as the release last read them, or as the list with a digest had them; null: there is none',
    input: ofRelease.extend({ digest: text.exactOptional() }),
    output: knownSheet.nullable(),
    run: async (access, { id, digest }): Promise<ReadSheet | null> => {
      const status = await access.releases.status(id);
      const sheet = digest === undefined ? status.terms : await sheetWithDigest(access.client, id, digest);
      return sheet && { sheet, terms: withComments(await sheetsOf(access)(sheet), status) };
    },
  }),
  refreshTerms: onTemporal.act({
    ...change,
    summary: 'Read the terms anew from the service',
    input: readAnew,
    output: api.readTerms,
    run: reading(refreshTermsUpdate),
  }),
  matchTermbase: onTemporal.act({
    ...change,
    summary: 'Look up what the termbase has under the texts of the terms',
    input: readAnew,
    output: api.readTerms,
    run: reading(matchTermbaseUpdate),
  }),
  editTerms: onTemporal.act({
    ...change,
    summary: 'Change terms; when the reply comes, the service has the change',
    repeatsSafely: true,
    input: z.strictObject({ id: release, ...api.editTerms.shape }),
    tool: { name: 'edit_terms', title: 'Edit terms' },
    run: ({ releases }, { id, termIds: all, edits, ...rest }, { name, key }) =>
      inTurn(all, (termIds) => {
        const own = termIds.flatMap((termId) => (edits?.[termId] ? [[termId, edits[termId]] as const] : []));
        const each = own.length > 0 && { edits: Object.fromEntries(own) };
        return releases.executeUpdate(id, editTermsUpdate, { by: name(), termIds, ...rest, ...each }, key);
      }),
  }),
  deleteTerms: onTemporal.act({
    ...change,
    summary: 'Delete terms at the service now; they cannot be restored',
    input: z.strictObject({ id: release, ...api.keepTermbase.shape }),
    run: changing(deleteTermsUpdate),
  }),
  markTerms: onTemporal.act({
    ...change,
    summary: 'Mark terms to be deleted at the confirmation, or restore them',
    repeatsSafely: true,
    input: z.strictObject({ id: release, ...api.markTerms.shape }),
    run: changing(markTermsUpdate),
  }),
  acceptTerms: onTemporal.act({
    ...change,
    summary: 'Note that whoever asks finds terms good as they are, in some languages, or no longer does',
    repeatsSafely: true,
    input: z.strictObject({ id: release, ...api.acceptTerms.shape }),
    run: changing(acceptTermsUpdate),
  }),
  keepTermbase: onTemporal.act({
    ...change,
    summary: 'Change terms to what the termbase has under their texts',
    repeatsSafely: true,
    input: z.strictObject({ id: release, ...api.keepTermbase.shape }),
    run: changing(keepTermbaseUpdate),
  }),
  commentTerm: onTemporal.act({
    ...change,
    summary: 'Comment on a term; the comment is kept with the decisions of the release',
    input: z.strictObject({ id: release, ...commentTerm.omit({ by: true, term: true }).shape }),
    output: api.outcome,
    run: async (access, { id, termId, comment }, { name }) => {
      const { terms: sheet } = await access.releases.status(id);
      const term = sheet && (await sheetsOf(access)(sheet)).find((one) => one.id === termId);
      if (!term) throw new NotThere(`Release ${id} has no term ${termId}. Nothing was said.`);
      const message = { by: name(), termId, term: term.term, comment };
      return access.releases.executeUpdate(id, commentTermUpdate, message);
    },
  }),
  confirmTerms: onTemporal.act({
    ...change,
    summary:
      'Confirm the terms as they were seen; refused as terms_changed if they, or what the termbase has, changed since',
    repeatsSafely: true,
    input: z.strictObject({ id: release, ...confirm.omit({ by: true, proof: true }).shape }),
    output: api.outcome,
    tool: {
      name: 'confirm_terms',
      title: 'Confirm terms',
      description: 'Confirms the terms as they were read with release_terms. The translation then starts.',
      needs: ['digest'],
    },
    run: async ({ releases }, { id, ...rest }, { prove }) => {
      const about = rest.digest ?? 'none';
      const who = await prove({ what: 'confirm', release: parseReleaseName(id), about });
      return releases.confirmTerms(id, { ...who, ...rest });
    },
  }),
  rejectTerms: onTemporal.act({
    ...change,
    summary: 'Reject the terms; the release ends',
    input: z.strictObject({ id: release, ...reject.omit({ by: true }).shape }),
    output: api.outcome,
    run: ({ releases }, { id, ...rest }, { name }) =>
      releases.executeUpdate(id, rejectTermsUpdate, { by: name(), ...rest }),
  }),
};

/**
 * Sends many terms in messages of the allowed size. After a refusal, the earlier messages have taken effect, which the
 * error must say.
 */
async function inTurn(termIds: readonly string[], send: (some: string[]) => Promise<TermSheetRef>) {
  for (let done = 0; ;) {
    const some = termIds.slice(done, done + TERMS_PER_MESSAGE);
    const sheet = await send(some).catch((error: unknown) => {
      throw done > 0 && error instanceof Refused ? afterSome(error, done, termIds.length) : error;
    });
    done += some.length;
    if (done >= termIds.length) return withRevision(sheet);
  }
}

function afterSome(error: Refused, done: number, all: number): Refused {
  const Refusal = error instanceof TermsChanged ? TermsChanged : Refused;
  return new Refusal(`${done} of ${all} terms were changed. Then: ${error.message}`, { cause: error });
}

type Change<Sent> = UpdateDefinition<TermSheetRef, [Sent]>;

/** Runs a change whose message is the input of its operation, with the author. */
function changing<Sent extends { by: string; termIds: string[] }>(update: Change<Sent>) {
  return (access: TemporalAccess, { id, ...message }: Omit<Sent, 'by'> & { id: string }, who: Who) =>
    inTurn(message.termIds, (termIds) => {
      const sent = { ...message, by: who.name(), termIds } as unknown as Sent;
      return access.releases.executeUpdate(id, update, sent, who.key);
    });
}

function reading(update: Change<{ by: string }>) {
  return async (access: TemporalAccess, { id, brief }: z.output<typeof readAnew>, { name }: Who) => {
    const sheet = await access.releases.executeUpdate(id, update, { by: name() });
    const terms = brief ? [] : withComments(await sheetsOf(access)(sheet), await access.releases.status(id));
    return { ...withRevision(sheet), sheet, terms };
  };
}

const withRevision = (sheet: TermSheetRef) => ({ ...sheet, revision: revisionOf(sheet) });

/** A sheet takes some megabytes. */
const MAX_SHEETS = 4;

/** Caches the last few review sheets, because pages are requested one after the other. */
export function termSheets(store: ContentStore): (ref: TermSheetRef) => Promise<SheetTerm[]> {
  return cachedByKey({ max: MAX_SHEETS }, revisionOf, (ref: TermSheetRef) => readSheet(store, ref));
}

/** Every change of the sheet gives a different revision. */
export function revisionOf({ digest, base, marks, matches }: TermSheetRef): string {
  return createHash('sha256')
    .update(JSON.stringify([digest, base, marks, matches]))
    .digest('base64url');
}

/** null: the current run has reported no such list. */
export async function sheetWithDigest(
  client: Client,
  id: string,
  digest: string,
): Promise<TermSheetRef | null> {
  for (const event of await readEvents(client, { workflowId: releaseWorkflowId(parseReleaseName(id)) })) {
    const outcome = event.workflowExecutionUpdateCompletedEventAttributes?.outcome?.success;
    const result = outcome ?? event.activityTaskCompletedEventAttributes?.result;
    const sheet = termSheetRef.safeParse(valueIn(result?.payloads?.[0]));
    if (sheet.data?.digest === digest) return sheet.data;
  }
  return null;
}
