/** The calls and waits with which a stage begins. A release that passes through such a stage shows it nowhere else. */
import { asObject } from '../http/reply-text';
import type { StageName } from '../domain/stages';

const firstCalls: Readonly<Record<string, StageName>> = {
  snapshotTerms: 'confirm',
  confirmTaskTerms: 'confirm',
  supplementTask: 'supplement',
  publishInTurn: 'publish',
  exportFiles: 'export',
  createDraft: 'announce',
  publishPost: 'announce',
};

/** A look that would bring the terms is one at the scan. */
export function stageOfCall(call: string, input: unknown): StageName | null {
  if (call === 'readTask') return asObject(input)?.terms === undefined ? null : 'scan';
  return firstCalls[call] ?? null;
}

/** By the summary of its timer. */
export function stageOfWait(summary: string): StageName | null {
  return summary.startsWith('the term scan:') ? 'scan' : null;
}
