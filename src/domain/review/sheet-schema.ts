/** A term of a review, as a reviewer sees it. The page and workflows import types from here and nothing else. */
import * as z from 'zod';
import { languageCode } from '../fields';

const text = z.string();
const translations = z.record(text, text);
/** Who did something, and when. */
const hand = z.object({ by: text, at: text });
export type Hand = z.output<typeof hand>;

/** The service may have texts that are longer than an edit may be. */
const seenText = text.max(10_000);
/** What a term was when somebody began to edit it, of the fields that the edit changes. */
export const seenValues = z.strictObject({
  term: seenText.exactOptional(),
  category: seenText.exactOptional(),
  score: z.number().exactOptional(),
  note: seenText.exactOptional(),
  translations: z.record(languageCode, seenText).exactOptional(),
});
export type SeenValues = z.output<typeof seenValues>;

/** What can be changed of a term. */
const termValues = z.object({
  term: text,
  category: text,
  /** From 0 to 10: how much it is worth a place in the termbase. */
  score: z.number(),
  /** Why the scan, or a reviewer, thinks it worth a place in the termbase. */
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

/** A scanned term. Its strings and who translated it are no part of what is confirmed. */
const reviewTerm = termValues.extend({
  id: text,
  /** Source text in which it was found. */
  context: text,
  /** Who translated it, in the service's word: `ai`, `tm` or `manual`. Absent: not reported. */
  source: text.exactOptional(),
  /** The strings that have this text, the first 50 at most; absent: none was found. */
  strings: z.array(termString).exactOptional(),
  /** How many other strings have it too; absent: none. */
  moreStrings: z.int().exactOptional(),
});
export type ReviewTerm = z.output<typeof reviewTerm>;

const termbaseMatch = z.object({ category: text, translations });
export type TermbaseMatch = z.output<typeof termbaseMatch>;

/** One edit of a term, and the values that it set. */
const editStep = hand.extend({ set: seenValues });
export type EditStep = z.output<typeof editStep>;

/** Somebody finds a term good as it is, in these languages. */
const acceptance = hand.extend({ languages: z.array(text).readonly() });
export type Acceptance = z.output<typeof acceptance>;

export const sheetTerm = reviewTerm
  .extend({
    source: text.nullable(),
    /** What the termbase has under the same text; null: nothing, or not compared yet. */
    existing: termbaseMatch.nullable(),
    /** Whether the termbase was searched for this text. */
    compared: z.boolean(),
    /** Who changed it last, and its value before the first change. */
    edited: hand.extend({ before: termValues }).nullable(),
    /** Every edit of it, the last one at the end; absent: there was none. */
    steps: z.array(editStep).readonly().exactOptional(),
    /** Who accepted it as it is, and in which languages. Absent: nobody did. */
    accepted: z.array(acceptance).readonly().exactOptional(),
    /** Who wants it out; it is deleted when the terms are confirmed, and can be restored until then. */
    removed: hand.nullable(),
    /** The comments on it. Absent: none, or they were not requested. */
    comments: z.array(hand.extend({ text })).exactOptional(),
  })
  .meta({ id: 'SheetTerm' });
export type SheetTerm = z.output<typeof sheetTerm>;
