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
