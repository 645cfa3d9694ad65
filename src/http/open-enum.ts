import type * as z from 'zod';
import { word } from './lenient';

/** A documented value, or one that the service added since. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

export const openWord = <Value extends string>(): z.ZodType<Value> => word as unknown as z.ZodType<Value>;
