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

/**
 * What a person can decide about a release that is parked or partial. The last two are about a post of which nothing
 * tells whether it is out: the person has looked.
 */
export const resolveActions = ['retry', 'skip', 'abort', 'live', 'not-live'] as const;
export type ResolveAction = (typeof resolveActions)[number];

/** All that a person can be asked for. */
export const choiceActions = [...resolveActions, 'confirm', 'reject', 'amend', 'resume'] as const;

export const stageStates = ['pending', 'running', 'waiting', 'done', 'skipped', 'failed'] as const;
export type StageState = (typeof stageStates)[number];

/**
 * Stages that a person may leave out of a release that is parked in them: what comes after does not need them.
 * Without a task or a translation there is nothing to go on with.
 */
export const skippableStages: ReadonlySet<StageName> = new Set([
  'supplement',
  'publish',
  'export',
  'announce',
]);
