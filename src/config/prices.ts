/** What the localization service charges, as its contract says: no reply tells it. */
import * as z from 'zod';
import type { Prices } from '../domain/cost';
import { language } from '../domain/fields';

const price = z.number().nonnegative().max(1000);

export const prices: z.ZodType<Prices> = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency such as EUR'),
  perWord: price,
  byLanguage: z.record(language, price).default({}),
});
