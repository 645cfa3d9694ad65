/** The calls and waits with which a stage begins. A release that passes through such a stage shows it nowhere else. */
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

/** A task is looked at in many stages, and for the first time in its scan: one that has none is shown as being translated. */
export function stageOfCall(call: string, current: string | null): StageName | null {
  if (call === 'readTask') return current === 'create' ? 'scan' : null;
  return firstCalls[call] ?? null;
}

/** By the summary of its timer. */
export function stageOfWait(summary: string): StageName | null {
  return summary.startsWith('the term scan:') ? 'scan' : null;
}
