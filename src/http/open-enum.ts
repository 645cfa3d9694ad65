import { z } from 'zod';

/** A documented value, or one that the service added since. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

export const openEnum = <Value extends string>(): z.ZodType<Value> =>
  z.string() as unknown as z.ZodType<Value>;
