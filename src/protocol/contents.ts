/** How contents travel to a gateway: in parts, each at its offset. */
import * as z from 'zod';
import { sha256 } from './message-schemas';

/** Within the time that a gateway takes for a request, also on a slow line; and little to send again after a cut. */
export const CONTENT_PART_BYTES = 1024 * 1024;
/** Of one content. */
export const MOST_CONTENT_BYTES = 256 * 1024 * 1024;

export const contentParams = z.strictObject({ sha256 });
export const contentPart = z.strictObject({
  offset: z.int().min(0).max(MOST_CONTENT_BYTES),
  total: z.int().min(0).max(MOST_CONTENT_BYTES),
});
/** Where the next part begins; null: all of it is kept. */
export const contentState = z.object({ next: z.int().min(0).nullable() });
export type ContentState = z.output<typeof contentState>;
