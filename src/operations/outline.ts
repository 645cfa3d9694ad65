import * as z from 'zod';

/**
 * What comes back, where another room has the type of it: these parts of it are described, and the others come along.
 * The parts are held against the type.
 */
export function outline<Type>() {
  return <Parts extends { [Key in keyof Type]?: z.ZodType }>(
    parts: Parts & {
      [Key in keyof Parts]: Key extends keyof Type
        ? Type[Key] extends z.input<NonNullable<Parts[Key]>>
          ? unknown
          : never
        : never;
    },
  ): z.ZodType<Type, Type> => z.looseObject(parts) as unknown as z.ZodType<Type, Type>;
}
