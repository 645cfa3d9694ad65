/** Schemas of the API about termbase changes of releases. */
import * as z from 'zod';
import { glossaryChange, plannedStep } from '../domain/review/glossary-schema';
import { releaseHead, unreadableReleases } from './console-api';
import { listOf, namedSchema } from './schema-parts';

const count = z.number();
const counts = z.object({ added: count, changed: count, unknown: count, 'left out': count });
const head = {
  ...releaseHead,
  confirmedBy: z.string(),
  confirmedAt: z.string(),
  /** Counts of the matching terms. null: they cannot be read, and `trouble` says why. */
  counts: counts.nullable(),
  trouble: z.string().nullable(),
};
const glossaryRow = z.object(head).meta({ id: 'GlossaryRow' });

export const glossaryPage = namedSchema('GlossaryPage', {
  releases: z.array(glossaryRow),
  next: z.number().nullable(),
  /** Time ran out before the page was full, so there may be more from `next` on. */
  isCut: z.boolean(),
  unreadable: unreadableReleases,
});

export const glossaryRevert = namedSchema('GlossaryRevert', {
  by: z.string(),
  at: z.string(),
  reason: z.string(),
  terms: listOf({
    term: z.string(),
    action: z.enum(['delete', 'update']),
    /** The entry had been changed since the release, and was overwritten on purpose. */
    overwrites: z.boolean(),
    fields: listOf({ field: z.string(), from: z.string(), to: z.string() }),
  }),
});
export const glossaryDetails = namedSchema('GlossaryDetails', {
  ...head,
  changes: z.array(glossaryChange),
  /** Newest first. */
  reverts: z.array(glossaryRevert),
});

export const revertPlan = z.array(plannedStep).meta({ id: 'RevertPlan' });

export const revertedGlossary = namedSchema('RevertedGlossary', {
  reverted: z.number(),
  /** Terms that were not reverted, with the reason. */
  left: listOf({ term: z.string(), why: z.string() }),
  failures: z.array(z.string()),
  /** False when time ran out; the revert then continues by itself. */
  isDone: z.boolean(),
});

export type GlossaryPage = z.output<typeof glossaryPage>;
export type GlossaryRow = z.output<typeof glossaryRow>;
export type GlossaryDetails = z.output<typeof glossaryDetails>;
export type GlossaryRevert = z.output<typeof glossaryRevert>;
export type RevertPlan = z.output<typeof revertPlan>;
export type RevertStep = RevertPlan[number];
export type RevertedGlossary = z.output<typeof revertedGlossary>;
