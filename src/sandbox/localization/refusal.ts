import type * as z from 'zod';

/** An error that the service answers with, thrown by a handler before it has changed anything. */
export class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
    /** Where it is not the code's own. */
    readonly httpStatus?: number,
  ) {
    super(message);
  }

  /** For the sandbox's own doors, which answer by HTTP status. */
  get statusCode(): number {
    return this.code;
  }
}

/** Checks a call's input; whatever is missing or of the wrong kind is the documented 400. */
export function readInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Refusal(400, `${issue?.path.join('.') ?? 'input'}: ${issue?.message ?? 'invalid'}`);
}
