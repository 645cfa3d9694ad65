/** The stages of a release and of a translation, and what can be decided about them. */

/** In their order. */
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

/** For people. */
export const stageTitles: Readonly<Record<StageName, string>> = {
  create: 'Create',
  scan: 'Scan terms',
  confirm: 'Confirm terms',
  translate: 'Translate',
  supplement: 'Add languages',
  publish: 'Publish',
  export: 'Export',
  announce: 'Announce',
};

/**
 * A person's choices for a release that is parked or partial. The last two are about a post whose outcome nothing
 * shows: the person has looked.
 */
export const resolveActions = ['retry', 'skip', 'abort', 'live', 'not-live'] as const;
export type ResolveAction = (typeof resolveActions)[number];

/** All inputs that a choice can need from a person. */
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

/**
 * Why a release waits although no person has to decide: its time, quiet hours, the service's daily cap, or other
 * releases.
 */
export const holdReasons = ['announcement_time', 'quiet_hours', 'daily_cap', 'publish_turn'] as const;
export type HoldReason = (typeof holdReasons)[number];

/** "waits for …", in a list. */
export const holdWords: Readonly<Record<HoldReason, string>> = {
  announcement_time: 'the time of its announcement',
  quiet_hours: 'the end of quiet hours',
  daily_cap: 'the daily cap of the social service to clear',
  publish_turn: 'its turn to publish',
};

/** Sub-steps of a translation, in order; a step's index is its place, counted from 1. */
export const translateSteps = [
  'tmMatching',
  'tbMatching',
  'kbExtraction',
  'translateBatch',
  'lqaBatch',
  'translateEnhanceBatch',
  'aiScoringBatch',
] as const;
export type TranslateStep = (typeof translateSteps)[number];

/** null where it is none of ours. */
export function stepIndexOf(step: string | null | undefined): number | null {
  const place = translateSteps.findIndex((known) => known === step);
  return place < 0 ? null : place + 1;
}

/** `translateBatch (4 of 7)` */
export function stepLabel(step: string, stepIndex: number | null): string {
  return stepIndex === null ? step : `${step} (${stepIndex} of ${translateSteps.length})`;
}
