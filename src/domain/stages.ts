/** The eight stages of a release, in their order. */
export const stageNames = [
  'create',
  'scan',
  'confirm',
  'translate',
  'supplement',
  'publish',
  'export',
  'announce',
] as const;
export type StageName = (typeof stageNames)[number];

export type StageState = 'pending' | 'running' | 'waiting' | 'done' | 'skipped' | 'failed';

export interface Stage {
  name: StageName;
  state: StageState;
  startedAt: string | null;
  endedAt: string | null;
}

/**
 * Stages that a person may leave out of a release that is stuck in them: what comes after does not need them.
 * Without a task or a translation there is nothing to go on with.
 */
export const skippableStages: ReadonlySet<StageName> = new Set([
  'supplement',
  'publish',
  'export',
  'announce',
]);
