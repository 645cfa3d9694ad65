import type * as z from 'zod';
import type { ErrorCode } from '../../social/vocabulary';

/** The documentation has no error for a post that is published already. */
export const undocumentedStatusOf = { already_published: 409 } as const;

/** An error response of the service, thrown before anything has changed. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode | keyof typeof undocumentedStatusOf,
    message: string,
    readonly params: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** Checks a call's input; the message names the fields, as documented. */
export function readInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  throw new Refusal('invalid_input', faults.join('; '));
}

export function parseBody(rawBody: Buffer): unknown {
  if (rawBody.length === 0) return {};
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    throw new Refusal('invalid_input', 'body: not JSON');
  }
}
