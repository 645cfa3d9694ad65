/** What a release changed in the termbase, and what a revert would do. The page imports types and nothing else. */
import * as z from 'zod';

const fieldChange = z.object({
  /** `category`, or the code of a language. */
  field: z.string(),
  /** Empty: there was no value. Null: not known. */
  before: z.string().nullable(),
  after: z.string(),
});
export type FieldChange = z.output<typeof fieldChange>;

export const glossaryChange = z
  .object({
    term: z.string(),
    /** `unknown`: not compared before. `left out`: a reviewer deleted the term, and the termbase stayed as it was. */
    kind: z.enum(['added', 'changed', 'unknown', 'left out']),
    fields: z.array(fieldChange),
  })
  .meta({ id: 'GlossaryChange' });
export type GlossaryChange = z.output<typeof glossaryChange>;

export const plannedStep = z
  .object({
    term: z.string(),
    /** `delete`: the release had added it. `update`: the earlier values are restored. `none`: `why` has the reason. */
    action: z.enum(['delete', 'update', 'none']),
    /** Whether somebody changed the entry after the release: it is only reverted if that is requested. */
    isChangedSince: z.boolean(),
    fields: z.array(fieldChange.extend({ now: z.string() })),
    why: z.string().nullable(),
  })
  .meta({ id: 'RevertStep' });
export type PlannedStep = z.output<typeof plannedStep>;
