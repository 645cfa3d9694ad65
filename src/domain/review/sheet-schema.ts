/** A term of a review, as a reviewer sees it. The page and workflows import types from here and nothing else. */
import * as z from 'zod';
import { languageCode } from '../fields';

const text = z.string();
const translations = z.record(text, text);
const author = z.object({ by: text, at: text });
export type Author = z.output<typeof author>;

/** The service may have texts that exceed the limit of an edit. */
const seenText = text.max(10_000);
/** The values of a term when somebody began to edit it, for the fields that the edit changes. */
export const seenValues = z.strictObject({
  term: seenText.exactOptional(),
  category: seenText.exactOptional(),
  score: z.number().exactOptional(),
  note: seenText.exactOptional(),
  translations: z.record(languageCode, seenText).exactOptional(),
});
export type SeenValues = z.output<typeof seenValues>;

const termValues = z.object({
  term: text,
  category: text,
  /** From 0 to 10: how much the term is worth a place in the termbase. */
  score: z.number(),
  /** The scan's or a reviewer's reason for the score. */
  note: text,
  translations,
});
export type TermValues = z.output<typeof termValues>;

/** A string of the source, with the notes of its file. */
const termString = z.object({
  id: text,
  context: text.exactOptional(),
  comment: text.exactOptional(),
  maxLength: z.int().exactOptional(),
});
export type TermString = z.output<typeof termString>;

/** A scanned term. Its strings and its source are no part of what is confirmed. */
const reviewTerm = termValues.extend({
  id: text,
  context: text,
  /** The origin of the translation, in the service's word: `ai`, `tm` or `manual`; absent: not reported. */
  source: text.exactOptional(),
  /** The first 50 strings with this text at most; absent: none was found. */
  strings: z.array(termString).exactOptional(),
  /** The number of further strings with this text; absent: none. */
  moreStrings: z.int().exactOptional(),
});
export type ReviewTerm = z.output<typeof reviewTerm>;

const termbaseMatch = z.object({ category: text, translations });
export type TermbaseMatch = z.output<typeof termbaseMatch>;

const editStep = author.extend({ set: seenValues });
export type EditStep = z.output<typeof editStep>;

/** A person's acceptance of the term as it is, in these languages. */
const acceptance = author.extend({ languages: z.array(text).readonly() });
export type Acceptance = z.output<typeof acceptance>;

export const sheetTerm = reviewTerm
  .extend({
    source: text.nullable(),
    /** The termbase's entry under the same text; null: none, or not compared yet. */
    existing: termbaseMatch.nullable(),
    compared: z.boolean(),
    /** The last editor, and the value before the first edit. */
    edited: author.extend({ before: termValues }).nullable(),
    /** Every edit, the latest last; absent: there was none. */
    steps: z.array(editStep).readonly().exactOptional(),
    /** Absent: nobody has accepted the term. */
    accepted: z.array(acceptance).readonly().exactOptional(),
    /** The person who marked it for deletion; it can be restored until the terms are confirmed. */
    removed: author.nullable(),
    /** Absent: there are none, or they were not requested. */
    comments: z.array(author.extend({ text })).exactOptional(),
  })
  .meta({ id: 'SheetTerm' });
export type SheetTerm = z.output<typeof sheetTerm>;
