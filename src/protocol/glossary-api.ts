/** What the page and the gateway say to each other about what releases changed in the termbase. */
import * as z from 'zod';
import { glossaryChangeKinds } from '../domain/review/glossary-changes';
import { releaseHead, unreadableReleases } from './console-api';
import { listOf, named } from './schema-parts';

const count = z.number();
/** Terms, by kind of change. */
const counts = z.object({ added: count, changed: count, unknown: count, 'left out': count });
const head = {
  ...releaseHead,
  confirmedBy: z.string(),
  confirmedAt: z.string(),
  /** Of what matches the search; null: `trouble` says why the terms cannot be read. */
  counts: counts.nullable(),
  trouble: z.string().nullable(),
};
const glossaryRow = z.object(head).meta({ id: 'GlossaryRow' });

export const glossaryPage = named('GlossaryPage', {
  releases: z.array(glossaryRow),
  /** Where the next page begins; null: there is none. */
  next: z.number().nullable(),
  /** Whether time ran out before the page was full: there may be more, from `next` on. */
  isCut: z.boolean(),
  unreadable: unreadableReleases,
});

const fieldChange = z.object({
  /** `category`, or the code of a language. */
  field: z.string(),
  before: z.string().nullable(),
  after: z.string(),
});
const glossaryChange = named('GlossaryChange', {
  term: z.string(),
  kind: z.enum(glossaryChangeKinds),
  fields: z.array(fieldChange),
});
export const glossaryRevert = named('GlossaryRevert', {
  by: z.string(),
  at: z.string(),
  reason: z.string(),
  terms: listOf({
    term: z.string(),
    action: z.enum(['delete', 'update']),
    /** Whether somebody had changed the entry since the release, and that was written over on purpose. */
    overwrites: z.boolean(),
    fields: listOf({ field: z.string(), from: z.string(), to: z.string() }),
  }),
});
export const glossaryDetails = named('GlossaryDetails', {
  ...head,
  changes: z.array(glossaryChange),
  /** Who took something back, the newest first. */
  reverts: z.array(glossaryRevert),
});

const revertStep = named('RevertStep', {
  term: z.string(),
  action: z.enum(['delete', 'update', 'none']),
  /** Somebody changed the entry after the release: it goes back only if it is named in `overwrite`. */
  isChangedSince: z.boolean(),
  fields: z.array(fieldChange.extend({ now: z.string() })),
  /** Why there is nothing to do; null: there is. */
  why: z.string().nullable(),
});
export const revertPlan = z.array(revertStep).meta({ id: 'RevertPlan' });

export const revertedGlossary = named('RevertedGlossary', {
  reverted: z.number(),
  /** Left as they are, each with the reason. */
  left: listOf({ term: z.string(), why: z.string() }),
  /** What the service refused, in its words. */
  failures: z.array(z.string()),
  /** Whether the end was seen; if not, it goes on by itself. */
  isDone: z.boolean(),
});

export type GlossaryPage = z.output<typeof glossaryPage>;
export type GlossaryRow = z.output<typeof glossaryRow>;
export type GlossaryDetails = z.output<typeof glossaryDetails>;
export type GlossaryRevert = z.output<typeof glossaryRevert>;
export type RevertPlan = z.output<typeof revertPlan>;
export type RevertStep = z.output<typeof revertStep>;
export type RevertedGlossary = z.output<typeof revertedGlossary>;
