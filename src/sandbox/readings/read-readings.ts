/** The `readings` of a profile: those that are named, and the usual ones for the rest. */
import * as z from 'zod';
import { assumptionIds, readingsById, usualReadings, type Readings } from './catalogue';

export const readings = z
  .custom<Partial<Readings>>(isObject, 'expected a map of assumption ids to readings')
  .transform((given, ctx): Readings => {
    for (const [id, reading] of Object.entries(given)) {
      const fault = faultOf(id, reading);
      if (fault !== null) ctx.addIssue({ code: 'custom', path: [id], message: fault });
    }
    return { ...usualReadings, ...given };
  });

function faultOf(id: string, reading: unknown): string | null {
  const known: readonly string[] | undefined = Object.entries(readingsById).find(([own]) => own === id)?.[1];
  if (known === undefined) return `unknown assumption; there are ${assumptionIds.join(', ')}`;
  if (known.includes(String(reading))) return null;
  return `${String(reading)} is not one of its readings: ${known.join(', ')}`;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
