import * as z from 'zod';

/** Of the variable that holds a secret: what a file says instead of the secret. */
export const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable');
