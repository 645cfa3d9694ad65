import type * as z from 'zod';

/**
 * Data that came without an envelope around it; null where it is none. What asks for nothing in particular would take
 * any page of any proxy for an answer, and so takes none.
 */
export function readBare<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): { data: z.output<Schema> } | null {
  if (schema.safeParse({}).success) return null;
  const { success, data } = schema.safeParse(body);
  return success ? { data } : null;
}
