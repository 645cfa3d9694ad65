/** What reaches a sandbox from outside and may change it. All the rest follows from these, their moments and the seed. */
import * as z from 'zod';
import { faultRule } from './faults';
import { finishedDownload } from './localization/source-strings';
import { accountChange } from './social/accounts';

export const command = z.discriminatedUnion('kind', [
  /** A request whose caller was let in. */
  z.strictObject({
    kind: z.literal('request'),
    service: z.enum(['localization', 'social']),
    endpoint: z.string(),
    /** Place of the project or the credential in the profile: a name that is no secret. */
    caller: z.int().nonnegative(),
    traceId: z.string(),
    path: z.record(z.string(), z.string()),
    idempotencyKey: z.string().optional(),
    body: z.string(),
    /** What was put in the way of its reply. */
    fault: z.string().nullable(),
  }),
  /** A request that a fault rule counts, whatever became of it. */
  z.strictObject({ kind: z.literal('occurrence'), endpoint: z.string() }),
  z.strictObject({ kind: z.literal('set-faults'), rules: z.array(faultRule) }),
  z.strictObject({ kind: z.literal('clear-faults') }),
  z.strictObject({ kind: z.literal('confirm-terms'), task_id: z.string() }),
  z.strictObject({ kind: z.literal('change-account'), id: z.string(), change: accountChange }),
  z.strictObject({ kind: z.literal('download'), task_id: z.string(), download: finishedDownload }),
  /** Nothing was done; but so late it was, and from then on time passed at this speed. */
  z.strictObject({ kind: z.literal('clock'), speed: z.number().positive() }),
]);
export type SandboxCommand = z.output<typeof command>;
