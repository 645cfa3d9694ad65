/** The rate limits of one credential at the services, from the configuration file. */
import * as z from 'zod';
import type { Rate } from '../http/rate-limit';

const units = { second: 1_000, minute: 60_000 } as const;

const rate = z.string().transform((text, ctx): Rate => {
  const [, most, unit] = /^([1-9]\d{0,5}) per (second|minute)$/.exec(text) ?? [];
  if (most !== undefined)
    return { most: Number(most), perMs: units[unit === 'second' ? 'second' : 'minute'] };
  ctx.addIssue({ code: 'custom', message: 'must be a rate such as "10 per second" or "60 per minute"' });
  return z.NEVER;
});

/** null: no limit. */
const limit = rate.nullable().default(null);

export const limitsSchema = z.strictObject({
  localization: limit,
  social: z.strictObject({ reads: limit, writes: limit }).prefault({}),
});

export type Limits = z.output<typeof limitsSchema>;
