/** Forms that schemas of the API have again and again. */
import * as z from 'zod';

/** Told once in the OpenAPI document, under its name. */
export const named = <Shape extends z.ZodRawShape>(id: string, shape: Shape) => z.object(shape).meta({ id });

export const orNull = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).nullable();

export const listOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.object(shape));
