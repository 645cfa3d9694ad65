import * as z from 'zod';
import { checked } from '../domain/fields';
import { timeZoneFault, type QuietHours } from '../domain/wall-clock';

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as "22:00"')
  .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)));

export const quietHours = z
  .strictObject({ from: timeOfDay, to: timeOfDay, timezone: checked(timeZoneFault) })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'must not be the same as from' })
  .transform(({ from, to, timezone }): QuietHours => ({ fromMinute: from, toMinute: to, timezone }));
