import type { StageName } from '../domain/stages';

/** The calls with which a stage begins. A release that passes through such a stage shows it nowhere else. */
const firstCalls: Readonly<Record<string, StageName>> = {
  supplementTask: 'supplement',
  publishInTurn: 'publish',
  exportFiles: 'export',
  createDraft: 'announce',
  publishPost: 'announce',
};

export function stageOfCall(call: string): StageName | null {
  return firstCalls[call] ?? null;
}
