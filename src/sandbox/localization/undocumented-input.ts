/** What the service makes of input that its documentation does not describe. */
import * as z from 'zod';
import type { Readings } from '../readings/catalogue';
import { readInput } from './refusal';

const CLAMPED_PAGE_SIZE = 50;

const oneId = z.object({ id: z.string().min(1) });
const listOfIds = z.object({ ids: z.array(z.coerce.string().min(1)).nonempty() });

export function pageSize(readings: Readings, asked: number): number {
  return readings['page-size'] === 'clamped' ? Math.min(asked, CLAMPED_PAGE_SIZE) : asked;
}

/** Neither delete call is described; the id is named as in the update, or there is a list of them. */
export function deletedIds(readings: Readings, input: unknown): string[] {
  if (readings['term-delete-body'] === 'id') return [readInput(oneId, input).id];
  return readInput(listOfIds, input).ids;
}
