import * as z from 'zod';

/** Listed once in the OpenAPI document, by its id. */
export const namedSchema = <Shape extends z.ZodRawShape>(id: string, shape: Shape) =>
  z.object(shape).meta({ id });

export const orNull = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).nullable();

export const listOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.object(shape));
