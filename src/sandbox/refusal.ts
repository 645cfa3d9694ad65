import type * as z from 'zod';

/** An error response of a service, thrown before anything has changed. */
export class Refusal extends Error {
  constructor(
    readonly code: number | string,
    message: string,
    readonly more: {
      /** Absent where the code itself decides. */
      httpStatus?: number;
      params?: Readonly<Record<string, unknown>>;
      retryAfter?: string | undefined;
    } = {},
  ) {
    super(message);
  }

  /** The sandbox's own endpoints respond with this HTTP status. */
  get statusCode(): number {
    return typeof this.code === 'number' ? this.code : 500;
  }
}

/** Checks a call's input; the message names the fields. */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  code: number | string = 400,
): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  throw new Refusal(code, faults.join('; '));
}
