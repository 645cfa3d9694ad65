/** Histories of workflows of each type and shape, kept so that no later change of the workflows breaks one that is under way. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { History } from '../support/history';
import { historyFromJson } from '../support/history-json';

/** Ends of a release, and the ways there. */
const releaseShapes = [
  'happy',
  'reviewed',
  'rejected',
  'expired',
  'parked-and-resolved',
  'outcome-unknown',
  'supplemented-late',
  'partial',
  /** Its announcement waited for its time, and a language was added meanwhile. */
  'held-and-extended',
  'cancelled',
  /** The second run of a release whose first one had become long. */
  'continued',
  /** Paused while its announcement was held, amended, and resumed. */
  'paused-and-amended',
] as const;
export type ReleaseShape = (typeof releaseShapes)[number];

/** Work that belongs to no release. */
const workShapes = ['service-publish', 'service-supplement', 'service-post'] as const;
export type WorkShape = (typeof workShapes)[number];

export const shapes = [
  ...releaseShapes,
  'nightly',
  'termbase-upload',
  'publish-queue',
  'notice-route',
  ...workShapes,
] as const;
export type Shape = (typeof shapes)[number];

export function historyFile(shape: Shape): string {
  return resolve(__dirname, 'histories', `${shape}.json`);
}

export async function savedHistory(shape: Shape): Promise<History> {
  return historyFromJson(await readFile(historyFile(shape), 'utf8'));
}
