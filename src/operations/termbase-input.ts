/** Terms of a termbase, as they are sent to it. */
import * as z from 'zod';

const words = z.string().max(10_000);
const fields = {
  category: words.exactOptional(),
  pic: words.exactOptional(),
  translations: z.record(z.string().max(100), words).exactOptional(),
};

export const newTerm = z.strictObject({ content: words, source_language: z.string().max(100), ...fields });
export const termChange = z.strictObject({
  id: z.string().min(1).max(200),
  content: words.exactOptional(),
  ...fields,
});
