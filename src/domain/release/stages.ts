/** The stages of a release, the sub-steps of a translation, and the decisions about them. */

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

/** For a release that is parked or partial. `live` and `not-live` tell what a person has seen of the post. */
export const resolveActions = ['retry', 'skip', 'abort', 'live', 'not-live'] as const;
export type ResolveAction = (typeof resolveActions)[number];

export const choiceActions = [...resolveActions, 'confirm', 'reject', 'amend', 'resume'] as const;

export const stageStates = ['pending', 'running', 'waiting', 'done', 'skipped', 'failed'] as const;
export type StageState = (typeof stageStates)[number];

/** No later stage needs these. A release cannot continue without a task or a translation. */
export const skippableStages: ReadonlySet<StageName> = new Set([
  'supplement',
  'publish',
  'export',
  'announce',
]);

/** Reasons for which a release waits without a person having to decide. */
export const holdReasons = ['announcement_time', 'quiet_hours', 'daily_cap', 'publish_turn'] as const;
export type HoldReason = (typeof holdReasons)[number];

/** The words after "waits for" in a list. */
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

/** null: the step is not a known one. */
export function stepIndexOf(step: string | null | undefined): number | null {
  const place = translateSteps.findIndex((known) => known === step);
  return place < 0 ? null : place + 1;
}

/** Renders `translateBatch (4 of 7)`. */
export function stepLabel(step: string, stepIndex: number | null): string {
  return stepIndex === null ? step : `${step} (${stepIndex} of ${translateSteps.length})`;
}
